import type { TimelineEntryDto } from '../../../api/modules/orders/dto.ts';
import { moment } from '../../lib/format.ts';

/** The events of an order, oldest first. */
export const Timeline = ({ events }: { events: TimelineEntryDto[] }) => (
  <section className="timeline" aria-labelledby="timeline">
    <h2 id="timeline">Timeline</h2>
    <ol>
      {events.map((event) => (
        <li key={event._id}>
          <p>{event.text}</p>
          <time className="fine" dateTime={event.at}>
            {moment(event.at)}
          </time>
        </li>
      ))}
    </ol>
  </section>
);
