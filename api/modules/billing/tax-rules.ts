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
export const TAX_FACTS: {
  from: string;
  text: string;
  source: string;
  confirm: string;
  /** True also of a seller without a GSTIN. */
  ofEverybody?: true;
}[] = [
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
    from: '2017-07-27',
    text: 'Papers in another currency name their value in rupees, by the rate that accounting principles ask for on the day of supply. They have the rate at which the payment provider converted each payment; a refund has that of its payment, and what an invoice still asks for that of what was paid.',
    source: 'CGST Rules, rule 34(2); Notification 17/2017-Central Tax',
    confirm:
      'That this rate may be used, also on an invoice after its payments or before the last.',
  },
  {
    from: '2017-07-01',
    text: 'A refund that the bank sends back has a counter-paper: a debit note where a credit note was issued, else a reversal of the refund voucher, numbered in the series of the paper that it takes back.',
    source: 'CGST Act, sections 31(3)(e) and 34(3); CGST Rules, rules 51 and 53',
    confirm: 'The wording, and that the series may be shared.',
  },
  {
    from: '2017-07-01',
    text: 'The invoice of an export or of a supply to a zone says whether tax was paid.',
    source: 'CGST Rules, rule 46, third proviso',
    confirm: 'The wording.',
  },
  {
    ofEverybody: true,
    from: '2026-10-01',
    text: 'Exporters of services declare the invoices of each month to buyers abroad (EDF) within thirty days after the month’s last day: those of October by 30 November, those of January by 2 March. One declaration may have all of a month.',
    source:
      'FEMA (Export and Import of Goods and Services) Regulations 2026, by summaries read on 26 November 2026; where they differ, the earlier day',
    confirm:
      'With your bank: how it takes the declaration, the last day, the purpose codes, and that invoices count, not receipt vouchers.',
  },
  {
    ofEverybody: true,
    from: '2026-04-01',
    text: 'A company in India may deduct tax from what it pays: 10 % for professional and 2 % for technical services, 2 % for work under a contract, 1 % if you are an individual or HUF. It owes that to the tax office in your name and gives you a certificate by 15 August, November, February and June for the quarter before.',
    source:
      'Income-tax Act 2025, section 393(1), table 6(i) and 6(iii); before that day sections 194C and 194J of the Act of 1961. Section 194-O concerns platforms, not direct sales. The days of the certificate (Form 16A): Income-tax Rules, rule 31',
    confirm:
      'The rule that fits your work, the thresholds (₹50,000 a year for 6(iii); ₹30,000 at once or ₹1,00,000 a year for 6(i)), and that your buyers know your PAN.',
  },
  {
    from: '2017-07-19',
    text: 'Where GST is shown separately, tax is deducted from the amount without it.',
    source: 'CBDT Circular 23/2017',
    confirm:
      'That the circular still holds under the Act of 2025, and that whole rupees are right.',
  },
];

/** What a company may deduct as tax at source (TDS), by what it pays for. */
interface DeductionRule {
  name: string;
  percent: number;
  section: string;
}

const CONTRACT = 'Work under a contract';
const DEDUCTIONS: [from: string, rules: Record<string, DeductionRule>][] = [
  [
    '2020-04-01',
    {
      professional: { name: 'Professional services', percent: 10, section: 'Section 194J' },
      technical: { name: 'Technical services', percent: 2, section: 'Section 194J' },
      contract: { name: CONTRACT, percent: 2, section: 'Section 194C' },
      'contract-individual': {
        ...{ name: `${CONTRACT}, by an individual or HUF`, percent: 1 },
        section: 'Section 194C',
      },
    },
  ],
  [
    '2026-04-01',
    {
      professional: {
        ...{ name: 'Professional services', percent: 10 },
        section: 'Section 393(1), table 6(iii)',
      },
      technical: {
        ...{ name: 'Technical services', percent: 2 },
        section: 'Section 393(1), table 6(iii)',
      },
      contract: { name: CONTRACT, percent: 2, section: 'Section 393(1), table 6(i)' },
      'contract-individual': {
        ...{ name: `${CONTRACT}, by an individual or HUF`, percent: 1 },
        section: 'Section 393(1), table 6(i)',
      },
    },
  ],
];

/** The rules under which a company may deduct tax on this day, by the name that is stored. */
export const deductionRules = (day: string): Record<string, DeductionRule> =>
  validOn(DEDUCTIONS, day);

/**
 * The tax that a company deducts from an amount, in paise: of the amount without GST where the papers show it, in whole
 * rupees, because the tax office takes no smaller amounts.
 */
export function taxToDeduct(amount: number, supply: Supply | null, percent: number) {
  const base = taxIn(amount, supply).taxable;
  return { base, deducted: Math.round((base * percent) / 10_000) * 100 };
}

/**
 * The share of deducted tax that a refund undoes on papers, in paise: in proportion to what was received, the rest with
 * the last one. It never moves as money: it stays the buyer's credit with the tax office.
 */
export const deductedShare = (
  { received, deducted }: { received: number; deducted: number },
  refunded: number,
): number => Math.floor((deducted * Math.min(refunded, received)) / received);

/**
 * The last day on which a company gives the certificate for tax that it deducted on this day: half a month after its
 * statement of the quarter. '2026-11-30' → '2027-02-15'.
 */
export function certificateBy(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const quarter = Math.ceil(month / 3);
  const [later, due] = quarter === 1 ? [year, '06-15'] : [year, ['08-15', '11-15'][quarter - 2]];
  return due ? `${later}-${due}` : `${year + 1}-02-15`;
}

/** The first month whose invoices to buyers abroad are declared. */
export const FIRST_DECLARED_MONTH = '2026-10';

const DECLARE_WITHIN_DAYS = 30;

/** The last day on which the invoices of a month are declared, counted from its last day: '2027-01' → '2027-03-02'. */
export function declareBy(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, DECLARE_WITHIN_DAYS)).toISOString().slice(0, 10);
}

/** The rate of services, in percent. */
export const RATES: [from: string, percent: number][] = [['2017-07-01', 18]];

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

/** Amount with tax; what was deducted at source is part of it. */
export const grossOf = ({ taxable, lines }: Tax): number =>
  lines.reduce((sum, { amount }) => sum + amount, taxable);

/** The part of a paper's value in rupees that is tax, which is paid in rupees. */
export const taxInRupees = (tax: Tax, rupeeValue: number): number =>
  grossOf(tax) === 0 ? 0 : Math.round(((grossOf(tax) - tax.taxable) * rupeeValue) / grossOf(tax));

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

/**
 * The tax of the refund of a part of a payment: that of all its refunds so far, minus what the papers of the earlier ones
 * say. However it is cut, each column of these papers adds up to the receipt's.
 */
export const taxOfRefund = (
  amount: number,
  before: { amount: number; said: Tax[] },
  supply: Supply | null,
): Tax => addTaxes(amount, { charged: [taxIn(before.amount + amount, supply)], back: before.said });

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
