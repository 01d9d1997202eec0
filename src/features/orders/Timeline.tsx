import { ChevronDown } from 'lucide-react';
import type { TimelineEntryDto } from '../../../api/modules/payments/timeline-entries.ts';
import { dateAndTime } from '../../lib/format.ts';

interface Props {
  events: TimelineEntryDto[];
  /** What is ahead; when there is anything, only the latest events are unfolded. */
  ahead?: string[] | undefined;
}

const LATEST = 4;

/** The events of an order, oldest first, and what is ahead. */
export function Timeline({ events, ahead }: Props) {
  const folded = ahead && events.length > LATEST + 1 ? events.slice(0, -LATEST) : [];
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
      {ahead && ahead.length > 0 && <p className="text-13">{`Next: ${ahead.join(' · ')}`}</p>}
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
