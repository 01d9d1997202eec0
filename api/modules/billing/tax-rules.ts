/** How the tax office sees a supply: in the seller's state, in another, abroad, or to a special economic zone. */
export type SupplyKind = 'home' | 'interstate' | 'export' | 'sez';

/** What decides the tax of an amount; stored on each paper. */
export interface Supply {
  kind: SupplyKind;
  /** The letter of undertaking under which an export or a supply to a zone carries no tax. */
  lut?: string;
  /** Percent. */
  rate: number;
}

/**
 * The facts of the law that papers state or that decide their tax, each with the day from which it holds. The owner
 * reads them on the tax screen, with what an accountant must confirm for this shop.
 */
export const TAX_FACTS: { from: string; text: string; source: string; confirm: string }[] = [
  {
    from: '2017-07-01',
    text: 'Services of SAC 9983 carry 18 % GST: CGST and SGST of 9 % each, or IGST.',
    source: 'Notification 11/2017-Central Tax (Rate), heading 9983; 8/2017-Integrated Tax (Rate)',
    confirm: 'That your SAC and its rate are right.',
  },
  {
    from: '2017-07-01',
    text: 'A company is taxed in the state of its GSTIN, anybody else in the state of their address. In your own state it is CGST and SGST, elsewhere IGST.',
    source: 'IGST Act 2017, sections 7, 8 and 12(2)',
    confirm:
      'That no service of yours has a place of supply of its own, such as events or real estate.',
  },
  {
    from: '2019-02-01',
    text: 'A buyer abroad is an export when the money comes in convertible foreign exchange, or in rupees where the Reserve Bank permits it, within one year of the invoice.',
    source:
      'IGST Act, section 2(6); CGST Rules, rule 96A(1)(b); Circular 202/14/2023-GST on rupees',
    confirm:
      'That your payment provider’s settlement and its remittance advice count. Decide on the order where they do not.',
  },
  {
    from: '2017-10-04',
    text: 'Exports and supplies to a special economic zone carry no tax under a letter of undertaking, which ends with its financial year. Without one they carry IGST, which can be claimed back.',
    source: 'IGST Act, section 16; CGST Rules, rule 96A; Notification 37/2017-Central Tax',
    confirm:
      'That the letter is filed before the year begins, and that a zone’s authorised operations are documented.',
  },
  {
    from: '2017-07-01',
    text: 'The invoice of an export or of a supply to a zone says whether tax was paid.',
    source: 'CGST Rules, rule 46, third proviso',
    confirm: 'The wording.',
  },
];

/** The rate of services, in percent. */
const RATES: [from: string, percent: number][] = [['2017-07-01', 18]];

const ENDORSEMENTS: [
  from: string,
  texts: Record<'export' | 'sez' | 'taxed' | 'untaxed', string>,
][] = [
  [
    '2017-07-01',
    {
      export: 'SUPPLY MEANT FOR EXPORT',
      sez: 'SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS',
      taxed: 'ON PAYMENT OF INTEGRATED TAX',
      untaxed: 'UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
    },
  ],
];

/** What holds on this day. */
function validOn<T>(table: [from: string, value: T][], day: string): T {
  const [, value] = table.findLast(([from]) => from <= day) ?? table[0] ?? [];
  if (value === undefined) throw new Error('an empty table of dates');
  return value;
}

interface Buyer {
  /** The GST code of the place of supply; null outside India, or if it is not known. */
  stateCode: string | null;
  isAbroad: boolean;
  isInSez: boolean;
}

interface Circumstances {
  /** 2026-11-30, where the seller is. */
  day: string;
  /** The letter of undertaking of this day. */
  lut: string | null;
  /** What the owner has decided for this order; null if nothing. */
  isExport: boolean | null;
}

/** How an order is taxed now; null if the seller has no GSTIN. */
export function supplyOf(
  { gstin }: { gstin: string | null },
  { stateCode, isAbroad, isInSez }: Buyer,
  { day, lut, isExport }: Circumstances,
): Supply | null {
  if (!gstin) return null;
  const rate = validOn(RATES, day);
  const special = isInSez ? ('sez' as const) : ('export' as const);
  if (isExport ?? (isAbroad || isInSez)) return { kind: special, ...(lut ? { lut } : {}), rate };
  // A zone is never in the seller's state (IGST Act, section 7(5)).
  const isHome = stateCode === gstin.slice(0, 2) && !isInSez;
  return { kind: isHome ? 'home' : 'interstate', rate };
}

export interface Tax {
  /** The amount without tax, in paise. */
  taxable: number;
  lines: { name: string; rate: number; amount: number }[];
  /** The part of `taxable` that carries no tax under a letter of undertaking; absent if none does. */
  zeroRated?: number;
}

/** The tax in an amount of which the parts have been taxed before, each rounded by itself. */
export function addTaxes(amount: number, { charged, back }: { charged: Tax[]; back: Tax[] }): Tax {
  const sums = new Map<string, Tax['lines'][number]>();
  let zeroRated = 0;
  const add = (taxes: Tax[], sign: 1 | -1) => {
    for (const tax of taxes) {
      zeroRated += sign * (tax.zeroRated ?? 0);
      for (const line of tax.lines) {
        const key = `${line.name} ${line.rate}`;
        const known = sums.get(key)?.amount ?? 0;
        sums.set(key, { ...line, amount: known + sign * line.amount });
      }
    }
  };
  add(charged, 1);
  add(back, -1);
  const lines = [...sums.values()];
  const taxable = lines.reduce((rest, line) => rest - line.amount, amount);
  return { taxable, lines, ...(zeroRated ? { zeroRated } : {}) };
}

/** The tax included in a price; none without a supply. What carries no tax stays the seller's. */
export function taxIn(amount: number, supply: Supply | null): Tax {
  if (!supply) return { taxable: amount, lines: [] };
  const { kind, lut, rate } = supply;
  if (lut) return { taxable: amount, lines: [], zeroRated: amount };
  if (kind === 'home') {
    // The two halves must be equal, so they are rounded before the rest is calculated.
    const half = Math.round((amount * rate) / 2 / (100 + rate));
    return {
      taxable: amount - 2 * half,
      lines: ['CGST', 'SGST'].map((name) => ({ name, rate: rate / 2, amount: half })),
    };
  }
  const taxable = Math.round((amount * 100) / (100 + rate));
  return { taxable, lines: [{ name: 'IGST', rate, amount: amount - taxable }] };
}

/** The supply of a paper from before it was stored, by its taxes. */
export function supplyBehind({ lines }: Tax): Supply | null {
  const rate = lines.reduce((sum, line) => sum + line.rate, 0);
  const [first] = lines;
  return first ? { kind: first.name === 'CGST' ? 'home' : 'interstate', rate } : null;
}

/** What an invoice must say about its supplies: some may be taxed and others not. */
export function endorsementsOf(
  supply: Supply | undefined,
  { lines, zeroRated }: Tax,
  day: string,
): string[] {
  const kind = supply?.kind;
  if (kind !== 'export' && kind !== 'sez') return [];
  const { taxed, untaxed, ...of } = validOn(ENDORSEMENTS, day);
  return [
    ...(zeroRated ? [untaxed] : []),
    ...(lines.some(({ amount }) => amount) ? [taxed] : []),
  ].map((how) => `${of[kind]} ${how}.`);
}
