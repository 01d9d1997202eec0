import type { Db } from '../../../db/database.ts';
import type { Instalment, Order } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { dayIn } from '../../platform/dates.ts';
import type { Currency } from '../../platform/money/rules.ts';
import { isPrintable } from '../../platform/pdf-fonts.ts';
import type { Services } from '../../platform/services.ts';
import { shortHash } from '../orders/agreements/rules.ts';
import { getAgreement } from '../orders/agreements/write-agreement.ts';
import { isAbroad } from '../orders/country-rules.ts';
import type { StoredItem } from '../orders/dto.ts';
import { isIndia, stateCode } from '../orders/gst-rules.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import type { AddressInfo } from '../orders/schema.ts';
import { readSeller, type Seller } from '../orders/seller.ts';
import { countAgreedInstalments, instalmentName } from '../payments/instalment-rules.ts';
import { listChanges } from '../payments/order-changes/queries.ts';
import { listInstalments } from '../payments/queries.ts';
import { letterAt } from './letters-of-undertaking.ts';
import { findInvoice } from './queries.ts';
import { grossOf, type Supply, supplyOf, type Tax, taxInRupees } from './tax-rules.ts';

export interface DocumentLine {
  name: string;
  quantity: number;
  /** In the smallest unit of the currency, like all amounts here. */
  price: number;
  amount: number;
}

/** The common part of all documents, frozen at the time of issue. */
interface DocumentHead {
  number: string;
  at: string;
  timeZone: string;
  seller: Seller;
  buyer: {
    name: string;
    email: string;
    lines: string[];
    state: string;
    stateCode: string | null;
    /** Of a company. */
    gstin?: string;
  };
  /** The order was placed with keys that move no real money. */
  isTest?: true;
  /** The short hash of the agreement. */
  agreement: string;
  tax: Tax;
  /** The colour of the shop. */
  accent: string;
  /** Whether its mail has the text as a file, because no font of the PDF has all of its characters. */
  hasTextFile?: true | undefined;
  /** Of all amounts; absent for rupees. */
  currency?: Currency;
  /** What the total of a paper in another currency is worth in paise; null if the provider said nothing. */
  rupeeValue?: number | null;
  /** Absent without a GSTIN. */
  supply?: Supply;
}

/** Tax that the buyer deducted at source. */
export interface Deduction {
  amount: number;
  percent: number;
  section: string;
}

export interface ReceiptData extends DocumentHead {
  /** Whether the payment was an advance or is already invoiced. */
  kind: 'advance' | 'invoiced';
  /** The invoice number if the order is already invoiced. */
  invoice?: string;
  /** `paid` is what was settled, with the tax that was deducted. */
  order: { id: string; total: number; paid: number };
  payment: { id: string; method: string; amount: number; part: string };
  lines: DocumentLine[];
  deduction?: Deduction;
}

/** A reference to a different document. */
export interface Reference {
  title: string;
  number: string;
  at: string;
  amount: number;
}

export interface InvoiceData extends DocumentHead {
  kind: 'invoice';
  order: { id: string };
  lines: DocumentLine[];
  amount: number;
  /** Earlier payments and refunds; refunds are negative. */
  setOff: Reference[];
  /** The tax deducted at source in what was paid; absent if there is none. */
  deducted?: number;
  open: number;
}

export interface RefundData extends DocumentHead {
  kind: 'refund' | 'credit';
  order: { id: string };
  line: string;
  amount: number;
  /** The receipt or invoice; absent if an old payment has none. */
  against?: Reference;
  /** The refunded payment; absent if an instalment was waived, which moves no money. */
  payment?: { id: string; refund: string };
  /** The share of `amount` that was deducted at source and is not refunded. */
  deducted?: number;
  /** How much of `rupeeValue` is tax; absent for rupees. */
  rupeeTax?: number;
  /** The paper that this one takes back, because the bank has sent the refund back. */
  reverses?: Reference;
}

export type DocumentData = ReceiptData | InvoiceData | RefundData;

/** The value in rupees of a paper in another currency; nothing for rupees. */
export const valued = (
  { currency }: Pick<Order, 'currency'>,
  rupeeValue: number | null,
): { rupeeValue?: number | null } => (currency === 'INR' ? {} : { rupeeValue });

/** How much of a paper's value in rupees is tax; null if its value is not known. */
export function rupeeTaxOf(paper: DocumentData): number | null {
  if ('rupeeTax' in paper && paper.rupeeTax !== undefined) return paper.rupeeTax;
  const value = paper.currency ? (paper.rupeeValue ?? null) : grossOf(paper.tax);
  return value === null ? null : taxInRupees(paper.tax, value);
}

/** Marks a document that needs its text as a file. */
export const withTextFile = <T extends object>(data: T): T & { hasTextFile?: true } =>
  isPrintable(JSON.stringify(data)) ? data : { ...data, hasTextFile: true };

/** Seller, buyer and agreement for a document of this order. */
export async function headOf(
  tx: Tx,
  { config, readBrand }: Services,
  order: Order,
  { number, at, corrected }: { number: string; at: string; corrected?: Seller | undefined },
): Promise<Omit<DocumentHead, 'tax' | 'supply'> & { order: { id: string } }> {
  const agreement = await getAgreement(tx, order.id);
  const brand = await readBrand(tx);
  const seller = await readSeller(tx, config);
  // A credit note carries the number of its invoice, and what belongs to that registration.
  const isOther = corrected !== undefined && corrected.gstin !== seller.gstin;
  return {
    number,
    at,
    accent: brand.accent.light,
    timeZone: config.timeZone,
    seller: isOther
      ? corrected
      : {
          ...seller,
          name: seller.name || brand.legal.name,
          address: seller.address || brand.legal.address,
        },
    buyer: buyerOf(order),
    order: { id: orderNumber(order.id) },
    ...(order.currency === 'INR' ? {} : { currency: order.currency }),
    ...(order.is_test ? { isTest: true } : {}),
    agreement: shortHash(agreement.sha256),
  };
}

/** How an order is taxed at this moment; null without a GSTIN. */
export async function readSupply(
  db: Db,
  { config }: Pick<Services, 'config'>,
  order: Pick<Order, 'address' | 'is_export'>,
  at: string,
): Promise<Supply | null> {
  const place = JSON.parse(order.address) as Partial<AddressInfo>;
  return supplyOf(
    await readSeller(db, config),
    {
      stateCode: stateCodeOf(place),
      isAbroad: isAbroad(place.country ?? ''),
      isInSez: place.isInSez === true,
    },
    {
      day: dayIn(at, config.timeZone),
      lut: await letterAt(db, at, config.timeZone),
      isExport: order.is_export === null ? null : order.is_export === 1,
    },
  );
}

/** How an order is taxed, for the owner, who decides where its buyer is outside the taxed area. */
export async function toOrderTaxDto(db: Db, services: Services, order: Order) {
  const supply = await readSupply(db, services, order, iso(services.clock()));
  const { country = '', isInSez } = JSON.parse(order.address) as Partial<AddressInfo>;
  const isElsewhere = !isIndia(country) || isInSez === true;
  const isInvoiced = (await findInvoice(db, order.id)) !== undefined;
  return { supply, country, isInvoiced, canDecide: supply !== null && isElsewhere && !isInvoiced };
}

/** The supply of a paper that was issued. */
export const supplyOfPaper = ({ data }: { data: string }): Supply | null =>
  (JSON.parse(data) as DocumentData).supply ?? null;

/** Without a GSTIN of its own, the address decides (IGST Act, section 12(2)). */
const stateCodeOf = ({ country = '', state = '', gstin }: Partial<AddressInfo>): string | null =>
  isIndia(country) ? (gstin?.slice(0, 2) ?? stateCode(state)) : null;

function buyerOf(order: Order): DocumentHead['buyer'] {
  const place = JSON.parse(order.address) as Partial<AddressInfo>;
  const { state = '', country = '', postalCode = '', companyName, gstin } = place;
  const city = [place.city ?? '', [state, postalCode].filter(Boolean).join(' ')].join(', ');
  return {
    name: companyName ?? order.buyer_name,
    email: order.buyer_email,
    lines: [
      ...(companyName ? [order.buyer_name] : []),
      ...[place.companyAddress ?? place.address ?? '', city, country],
    ],
    state,
    stateCode: stateCodeOf(place),
    ...(gstin ? { gstin } : {}),
  };
}

const MAX_DESCRIPTION = 100;

/** Gives an instalment its name on documents: a change says what was asked for. */
async function readNames(tx: Tx, order: Order, instalments: Instalment[]) {
  const of = countAgreedInstalments(instalments);
  const changes = await listChanges(tx, order.id);
  return (instalment: Instalment): string => {
    const name = instalmentName({ ...instalment, of });
    const change = changes.find(({ id }) => id === instalment.change_id);
    if (!change) return name;
    const words = change.description.replaceAll(/\s+/g, ' ').trim();
    const text = [...words].slice(0, MAX_DESCRIPTION).join('');
    return `${name}: ${text}${text === words ? '' : '…'}`;
  };
}

export async function nameOfInstalment(
  tx: Tx,
  order: Order,
  instalment: Instalment,
): Promise<string> {
  return (await readNames(tx, order, await listInstalments(tx, order.id)))(instalment);
}

/** What an order consists of: its items, accepted changes and waived instalments. They add up to its total. */
export async function linesOf(tx: Tx, order: Order): Promise<DocumentLine[]> {
  const instalments = await listInstalments(tx, order.id);
  const nameOf = await readNames(tx, order, instalments);
  return [
    ...itemLines(order),
    ...instalments
      .filter(({ change_id }) => change_id !== null)
      .map((row) => singleLine(nameOf(row), row.amount)),
    ...instalments
      .filter(({ waived_at }) => waived_at !== null)
      .map((row) => singleLine(`${nameOf(row)}, waived`, -row.amount)),
  ];
}

function itemLines(order: Order): DocumentLine[] {
  return (JSON.parse(order.items) as StoredItem[]).flatMap((item) => {
    const { selectedPlan: plan } = item;
    const { price } = plan;
    return [
      { name: `${item.title}, ${plan.planType} package`, quantity: 1, price, amount: price },
      ...item.extraFeatures.map((extra) => ({
        name: extra.name,
        quantity: extra.quantity,
        price: extra.price,
        amount: extra.price * extra.quantity,
      })),
    ];
  });
}

export const singleLine = (name: string, amount: number): DocumentLine => ({
  name,
  quantity: 1,
  price: amount,
  amount,
});
