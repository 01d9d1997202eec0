import type { InstalmentDto } from '../../../api/modules/payments/dto.ts';
import { plainDate, rupees } from '../../lib/format.ts';

const TRIGGERS: Record<InstalmentDto['due'], string> = {
  accepting: 'Due now',
  date: 'Due on its day',
  delivery: 'Due on delivery',
  completion: 'Due when the order is completed',
};

/** The due date of a part, or its status. */
export const partNote = (part: Pick<InstalmentDto, 'status' | 'due' | 'payBy'>): string => {
  if (part.status !== 'Open') return part.status;
  return part.payBy ? `Due on ${plainDate(part.payBy)}` : TRIGGERS[part.due];
};

const TONES: Record<InstalmentDto['status'], string> = {
  Paid: 'green',
  Waived: 'blue',
  Open: 'amber',
};

/** The parts of an order, each with its amount and state. */
export const Parts = ({ parts }: { parts: InstalmentDto[] }) => (
  <ol className="instalment-list" aria-label="Parts">
    {parts.map((part) => (
      <li key={part._id}>
        <span>{part.name}</span>
        <span className={`badge badge--${TONES[part.status]}`}>{partNote(part)}</span>
        <span className="price">{rupees(part.amount)}</span>
      </li>
    ))}
  </ol>
);
