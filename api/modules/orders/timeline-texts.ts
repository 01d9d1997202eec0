import { formatPaise } from '../../platform/money/rules.ts';

type EventData = Record<string, unknown>;

const paise = (data: EventData): string =>
  typeof data['amount'] === 'number' ? formatPaise(data['amount']) : 'The amount';

const FULL_PAYMENT = 'Full payment';

const changeText = (data: EventData): string =>
  `${String(data['number'])} (${String(data['effect'])})`;

const EVENTS: Record<string, (data: EventData) => string> = {
  placed: () => 'Order placed',
  'payment failed': (data) => `Payment of ${paise(data)} failed`,
  'payment received': (data) => {
    const milestone = data['of'] === 'Milestone' && `Milestone ${String(data['part'])} of 2`;
    const name = data['name'] ?? (milestone || FULL_PAYMENT);
    const what = name === FULL_PAYMENT ? 'Payment' : String(name);
    return `${what} received: ${paise(data)}`;
  },
  'part waived': (data) => `${String(data['name'])} of ${paise(data)} waived`,
  'part moved': (data) => `${String(data['name'])} is now due on ${String(data['day'])}`,
  surplus: (data) => `${paise(data)} paid beyond what was due; it is given back`,
  refunded: (data) => `Refund of ${paise(data)} is on its way`,
  'dispute open': (data) => `The bank questions ${paise(data)}`,
  'dispute under review': (data) => `The bank reviews ${paise(data)}`,
  'dispute won': (data) => `The dispute of ${paise(data)} is won`,
  'dispute lost': (data) => `The bank has taken ${paise(data)} back`,
  'dispute closed': (data) => `The dispute of ${paise(data)} is closed`,
  'refund failed': (data) => `Refund of ${paise(data)} did not go through; we try another way`,
  'revision out of scope': (data) =>
    `Revision ${String(data['number'])} became change ${String(data['change'])}: it does not count`,
  'change proposed': (data) =>
    `${data['by'] === 'buyer' ? 'Change' : 'The seller’s change'} ${changeText(data)} proposed`,
  'change asked': (data) => `Change ${String(data['number'])} asked for`,
  'change included': (data) => `Change ${String(data['number'])} included at no charge`,
  'change accepted': (data) => `Change ${changeText(data)} accepted`,
  'change declined': (data) => `Change ${changeText(data)} declined`,
  'change withdrawn': (data) => `Change ${changeText(data)} withdrawn`,
  requirements: () => 'Requirements submitted',
  'revision requested': (data) =>
    `Revision ${String(data['number'])} of ${String(data['of'])} requested`,
  'revision decided': (data) =>
    `Revision ${String(data['number'])} ${String(data['status']).toLowerCase()}`,
  status: (data) => `Order is now ${String(data['status'] ?? 'changed')}`,
};

/** The text of a timeline entry. Unknown kinds show their name. */
export const describeEvent = (kind: string, data: EventData): string =>
  EVENTS[kind]?.(data) ?? kind.charAt(0).toUpperCase() + kind.slice(1);

/** The entries about disputes that only the owner sees. */
const OWNER_EVENTS = ['dispute open', 'dispute under review', 'dispute won', 'dispute closed'];

export const isForBuyer = ({ kind }: { kind: string }): boolean => !OWNER_EVENTS.includes(kind);
