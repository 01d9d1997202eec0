import type { TimelineEntryDto } from '../../../api/modules/payments/timeline-entries.ts';
import { dateAndTime } from '../../lib/format.ts';

interface Props {
  events: TimelineEntryDto[];
  /** What is ahead. */
  ahead?: string[] | undefined;
}

/** The events of an order, oldest first, and what is ahead. */
export const Timeline = ({ events, ahead = [] }: Props) => (
  <>
    <ol className="timeline">
      {events.map((event) => (
        <li key={event._id}>
          <p>{event.text}</p>
          <time className="text-13" dateTime={event.at}>
            {dateAndTime(event.at)}
          </time>
        </li>
      ))}
    </ol>
    {ahead.length > 0 && <p className="text-13">{`Next: ${ahead.join(' · ')}`}</p>}
  </>
);
