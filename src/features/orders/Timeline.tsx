import { ChevronDown } from 'lucide-react';
import type { TimelineEntryDto } from '../../../api/modules/payments/timeline-entries.ts';
import { dateAndTime, promisedDay } from '../../lib/format.ts';
import type { UpcomingStep } from './upcoming-steps.ts';

interface Props {
  events: TimelineEntryDto[];
  /** The remaining steps; when there are any, only the latest events are unfolded. */
  upcoming?: UpcomingStep[];
}

const LATEST = 4;

/** The events of an order, oldest first, and the remaining steps. */
export function Timeline({ events, upcoming }: Props) {
  const folded = upcoming && events.length > LATEST + 1 ? events.slice(0, -LATEST) : [];
  return (
    <section className="timeline stack" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      {folded.length > 0 && (
        <details>
          <summary className="disclosure text-13">
            <span>{`${folded.length} earlier events`}</span> <ChevronDown aria-hidden="true" />
          </summary>
          <Events events={folded} />
        </details>
      )}
      <Events events={events.slice(folded.length)} />
      {upcoming && upcoming.length > 0 && (
        <ol className="timeline__upcoming" aria-label="Next steps">
          {upcoming.map(({ name, by }) => (
            <li key={name}>
              <p>{name}</p>
              {by && <time className="text-13" dateTime={by}>{`by ${promisedDay(by)}`}</time>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const Events = ({ events }: { events: TimelineEntryDto[] }) => (
  <ol>
    {events.map((event) => (
      <li key={event._id}>
        <p>{event.text}</p>
        <time className="text-13" dateTime={event.at}>
          {dateAndTime(event.at)}
        </time>
      </li>
    ))}
  </ol>
);
