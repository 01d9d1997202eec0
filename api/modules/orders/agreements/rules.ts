import { INSTALMENT_TRIGGERS, type InstalmentTrigger } from '../../../../db/schema/states.ts';
import type { Currency } from '../../../platform/money/rules.ts';
import type { Dates } from '../../catalog/availability/calendar-rules.ts';
import { CANCELLATION_TERMS, type CancellationTerms } from '../cancellation/rules.ts';
import type { PaymentType } from '../rules.ts';

export { INSTALMENT_TRIGGERS, type InstalmentTrigger };

/** An instalment as agreed; `amount` is in paise. */
export interface AgreedInstalment {
  title: string;
  amount: number;
  due: InstalmentTrigger;
  /** The ISO date of an instalment that is due on a date; otherwise null. */
  payBy: string | null;
}

export interface ScopeItem {
  name: string;
  details: string[];
  quantity: number;
  /** Paise for the whole quantity; null if only the total has a price. */
  amount: number | null;
}

/** Everything that the two sides agreed on. Its canonical JSON is stored and hashed. */
export interface AgreementTerms {
  /** The version of this JSON schema. */
  version: 1;
  title: string;
  currency: Currency;
  scope: ScopeItem[];
  /** Paise; the sum of the instalments. */
  total: number;
  /** The instalments. The stored terms and the pages call them parts. */
  parts: AgreedInstalment[];
  deliveryDays: number;
  revisions: number;
  /** The first day of the work and the day of delivery, where the seller has a calendar. */
  dates?: Dates | undefined;
  /** Whether the delivery time stands still while the seller waits for the buyer. */
  clock?: true | undefined;
  /** Whether files are closed until the parts due before the hand-over are paid (`HAND_OVER_TERMS`). */
  opensWhenPaid?: true | undefined;
  cancellation: CancellationTerms;
  /** The version of each text that was shown; the texts are stored with the agreement. */
  texts: Record<keyof typeof AGREEMENT_TEXTS, number> & {
    /** The published legal pages; absent before there were any. */
    legal?: number | undefined;
  };
}

/** The texts that are shown before accepting. A changed text needs a new version. */
export const AGREEMENT_TEXTS = {
  acceptance: {
    version: 2,
    text: 'By continuing you accept the scope, price, parts, delivery time, revisions and cancellation terms shown here, and the terms of this shop.',
  },
} as const;

/** Completes the negotiated terms with the current texts and the fixed fields. */
export const agreementTerms = ({
  legal,
  dates,
  clock = false,
  opensWhenPaid,
  ...terms
}: Pick<
  AgreementTerms,
  'title' | 'scope' | 'total' | 'currency' | 'parts' | 'deliveryDays' | 'revisions'
> & {
  cancellation?: CancellationTerms;
  /** The version of the legal pages. */
  legal?: number | undefined;
  dates?: Dates | undefined;
  clock?: boolean;
  opensWhenPaid?: boolean | undefined;
}): AgreementTerms => ({
  version: 1,
  cancellation: CANCELLATION_TERMS,
  ...terms,
  ...(dates ? { dates } : {}),
  ...(clock ? { clock } : {}),
  ...(opensWhenPaid ? { opensWhenPaid: true as const } : {}),
  texts: {
    acceptance: AGREEMENT_TEXTS.acceptance.version,
    ...(legal === undefined ? {} : { legal }),
  },
});

/** The short hash that people use to compare agreements. */
export const shortHash = (sha256: string): string => sha256.slice(0, 8);

/** Splits an order into instalments in paise, in order of payment. */
export function instalmentAmounts(totalPaise: number, type: PaymentType): number[] {
  if (type === 'Full') return [totalPaise];
  const first = Math.ceil(totalPaise / 2);
  return [first, totalPaise - first];
}

/** The instalments of a package: one, or two milestones. */
export const agreedInstalmentsOf = (totalPaise: number, type: PaymentType): AgreedInstalment[] =>
  instalmentAmounts(totalPaise, type).map((amount, at) => ({
    title: type === 'Full' ? 'Full payment' : `Milestone ${at + 1}`,
    amount,
    due: at === 0 ? 'accepting' : 'delivery',
    payBy: null,
  }));
