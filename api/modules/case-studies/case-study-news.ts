import type { News } from '../orders/news.ts';
import type { Answered, Withdrawn } from './events.ts';
import { toldAnswer, toldWithdrawal } from './texts.ts';

const draftOf = ({ request }: Answered) => ({
  label: 'Open the case study',
  path: `/desk/past-work/${request.item_id}`,
});

export const answered: News<Answered> = {
  tell: (event) => {
    const message = toldAnswer(event.request.name, event.parts);
    return {
      to: 'owner',
      message,
      mail: {
        result: 'Case study answered',
        paragraphs: [message],
        action: draftOf(event),
        dedupeKey: `case-study:${event.request.id}`,
      },
    };
  },
};

export const withdrawn: News<Withdrawn> = {
  tell: (event) => {
    const message = toldWithdrawal(event.request.name, event.parts, event.unclear);
    return {
      to: 'owner',
      message,
      mail: {
        result: 'Case study, taken back',
        paragraphs: [message, 'Nothing else of yours was published by this.'],
        action: draftOf(event),
        dedupeKey: `case-study:${event.request.id}:${event.at}`,
      },
    };
  },
};
