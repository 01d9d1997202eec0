interface Named {
  number: number;
  title: string;
  /** How many the agreement has. */
  of: number;
}

/** An instalment of an accepted change; it is none of the agreed ones. */
export const changeTitle = (number: number): string => `Change ${number}`;
const CHANGE_TITLE = /^Change \d+$/;

/** What people read: 'Full payment', 'Milestone 1 of 2', 'Part 2 of 3: Design'. */
export function instalmentName({ number, title, of }: Named): string {
  if (CHANGE_TITLE.test(title)) return title;
  if (of === 1) return title || 'Full payment';
  if (title === `Milestone ${number}`) return `${title} of ${of}`;
  const isNamed = title !== '' && title !== 'Full payment';
  return `Part ${number} of ${of}${isNamed ? `: ${title}` : ''}`;
}

/** How many were agreed; those of changes are not among them. */
export const countAgreedInstalments = (
  instalments: readonly { change_id: string | null }[],
): number => instalments.filter(({ change_id }) => change_id === null).length;

interface Payable {
  number: number;
  pay_by: string | null;
  payment_id: string | null;
  waived_at: string | null;
}

/** The instalment that is paid next: the first begins the order, then what is due earliest. */
export function nextInstalment<I extends Payable>(instalments: readonly I[]): I | undefined {
  const [next] = instalments
    .filter((each) => each.payment_id === null && each.waived_at === null)
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return next;
}

// A day comes before no day; `~` sorts after every digit.
const orderOf = ({ number, pay_by }: Payable): string =>
  `${number === 1 ? '' : (pay_by ?? '~')} ${String(number).padStart(4, '0')}`;

/** From how many days before its date an instalment is at which stage of being reminded of. */
export const REMINDER_DAYS = { soon: -2, today: 0, overdue: 3 } as const;
export type ReminderStage = keyof typeof REMINDER_DAYS;
