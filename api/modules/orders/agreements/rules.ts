import { CANCELLATION_TERMS, type CancellationTerms, type PaymentType } from '../rules.ts';

/** What makes an instalment due. */
export const INSTALMENT_TRIGGERS = ['accepting', 'date', 'delivery', 'completion'] as const;
export type InstalmentTrigger = (typeof INSTALMENT_TRIGGERS)[number];

/** An instalment as agreed; `amount` is paise. */
export interface AgreedInstalment {
  title: string;
  amount: number;
  due: InstalmentTrigger;
  /** The day of one that is due on a date, ISO; null for the others. */
  payBy: string | null;
}

export interface ScopeItem {
  name: string;
  /** What the item includes. */
  details: string[];
  quantity: number;
  /** Paise for all of it; null where only the whole has a price. */
  amount: number | null;
}

/** Everything that two people agreed on, in one object: its canonical JSON is stored and hashed. */
export interface AgreementTerms {
  /** Of this shape. */
  version: 1;
  title: string;
  currency: 'INR';
  scope: ScopeItem[];
  /** Paise; the sum of the instalments. */
  total: number;
  /** On screens and in the stored terms an instalment is a part. */
  parts: AgreedInstalment[];
  deliveryDays: number;
  revisions: number;
  cancellation: CancellationTerms;
  /** Version of each text that was shown; the words themselves are stored beside the terms. */
  texts: Record<keyof typeof AGREEMENT_TEXTS, number>;
}

/** What is shown to whoever accepts. New words get the next version. */
export const AGREEMENT_TEXTS = {
  acceptance: {
    version: 1,
    text: 'By continuing you accept the scope, price, parts, delivery time, revisions and cancellation terms shown here.',
  },
} as const;

/** The instalments of an order in paise, in the order they are paid. */
export function instalmentsOf(totalPaise: number, type: PaymentType): number[] {
  if (type === 'Full') return [totalPaise];
  const first = Math.ceil(totalPaise / 2);
  return [first, totalPaise - first];
}

/** The instalments of a package, paid at once or in two milestones. */
export const agreedInstalmentsOf = (totalPaise: number, type: PaymentType): AgreedInstalment[] =>
  instalmentsOf(totalPaise, type).map((amount, at) => ({
    title: type === 'Full' ? 'Full payment' : `Milestone ${at + 1}`,
    amount,
    due: at === 0 ? 'accepting' : 'delivery',
    payBy: null,
  }));

/** Completes what differs between agreements with the terms of today. */
export const agreementTerms = (
  terms: Pick<
    AgreementTerms,
    'title' | 'scope' | 'total' | 'parts' | 'deliveryDays' | 'revisions'
  > & { cancellation?: CancellationTerms },
): AgreementTerms => ({
  version: 1,
  currency: 'INR',
  cancellation: CANCELLATION_TERMS,
  ...terms,
  texts: { acceptance: AGREEMENT_TEXTS.acceptance.version },
});

/** The characters of a hash by which people compare agreements. */
export const shortHash = (sha256: string): string => sha256.slice(0, 8);
