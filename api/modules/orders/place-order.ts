import type { Order, User } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Currency } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { updateUser } from '../accounts/queries.ts';
import { readAvailability } from '../catalog/availability/availability.ts';
import type { Dates } from '../catalog/availability/calendar-rules.ts';
import { requireOpenShop } from '../catalog/shop.ts';
import { readLegalVersion } from './agreements/legal-version.ts';
import { type AgreedInstalment, agreedInstalmentsOf, agreementTerms } from './agreements/rules.ts';
import { hashTerms, opensWhenPaid, writeAgreement } from './agreements/write-agreement.ts';
import { TERMS_CHANGED } from './cancellation/rules.ts';
import { readTerms } from './cancellation/terms.ts';
import { CLOCK_CHANGED } from './clock/texts.ts';
import { isAbroad } from './country-rules.ts';
import { requireUsable } from './discounts/discounts.ts';
import { isIndia, placeProblem } from './gst-rules.ts';
import { datesOf, findDates, holdDates, promiseDates } from './order-dates.ts';
import type { PricedCart } from './price-cart.ts';
import {
  findCheckout,
  findOpenCheckout,
  insertOrder,
  lockCheckouts,
  updateAddress,
} from './queries.ts';
import { hasSameKeys } from './rules.ts';
import type { AddressInfo, Cart } from './schema.ts';
import { readSeller } from './seller.ts';
import {
  datesChangedMessage,
  HAND_OVER_CHANGED,
  INDIA_PAYS_RUPEES,
  OTHER_CART,
  UNKNOWN_COUNTRY,
} from './texts.ts';
import { addOrderEvent } from './timeline.ts';

interface Placed {
  order: Order;
  newInstalments: AgreedInstalment[] | null;
  /** The days of the order if it is paid now; undefined without a calendar. */
  dates: Dates | undefined;
}

/**
 * Stores a checkout as an order with its agreement and, if it is new, its instalments. Idempotent: the same
 * checkout returns the same order, and only its address may change. Throws 409 if the contents differ.
 */
export async function placeOrder(
  tx: Tx,
  services: Pick<Services, 'clock' | 'config'> & { provider: { isTest: boolean } },
  buyer: User,
  { cart, priced }: { cart: Cart; priced: PricedCart },
): Promise<Placed> {
  const now = iso(services.clock());
  requireCurrencyOf(cart.addressInfo, priced.currency);
  await lockCheckouts(tx, buyer.id);
  await requireOpenShop(tx);
  const contents = {
    payment_type: cart.paymentType,
    total: priced.total,
    currency: priced.currency,
    items: priced.items,
  };
  const checkoutId =
    cart.checkoutId ?? (await findOpenCheckout(tx, buyer.id, contents)) ?? crypto.randomUUID();
  const order = await insertOrder(tx, {
    id: newId(),
    buyer_id: buyer.id,
    checkout_id: checkoutId,
    status: 'In Progress',
    ...contents,
    paid: 0,
    refunded: 0,
    lost: 0,
    ...(await billingOf(tx, services, cart.addressInfo, buyer)),
    is_test: services.provider.isTest ? 1 : 0,
    delivery_days: priced.deliveryDays,
    max_revisions: priced.revisions,
    used_revisions: 0,
    discount_code_id: priced.discountId ?? null,
    created_at: now,
    updated_at: now,
  });
  if (!order) {
    const repeated = { ...cart, checkoutId };
    const known = await repeatCheckout(tx, services, {
      cart: repeated,
      priced,
      buyer,
      now,
    });
    return {
      order: known,
      newInstalments: null,
      dates: await datesOfRepeated(tx, services, known, cart),
    };
  }
  const { discountId: _, ...offered } = priced;
  await requireUsable(tx, services, order);
  const dates = requireShown(await promiseDates(tx, services, order), cart);
  await addOrderEvent(tx, order.id, {
    key: 'placed',
    kind: 'placed',
    data: { amount: order.total },
    at: now,
  });
  const instalments = agreedInstalmentsOf(order.total, order.payment_type);
  const cancellation = await readTerms(tx);
  // The agreement must contain the terms that the buyer has read.
  if ((cart.cancellationVersion ?? cancellation.version) !== cancellation.version)
    throw new ApiError(409, TERMS_CHANGED);
  const { clock } = await readAvailability(tx);
  if ((cart.clock ?? clock) !== clock) throw new ApiError(409, CLOCK_CHANGED);
  if (isOtherHandOver(cart, priced.opensWhenPaid === true))
    throw new ApiError(409, HAND_OVER_CHANGED);
  const legal = await readLegalVersion(tx);
  const agreed = agreementTerms({
    ...offered,
    parts: instalments,
    cancellation,
    legal,
    dates,
    clock,
  });
  const terms = hashTerms(agreed);
  await writeAgreement(tx, { orderId: order.id, terms, acceptedBy: buyer.id, at: now });
  return { order, newInstalments: instalments, dates };
}

/**
 * Throws 400 for a buyer who would pay in another currency and is not in a country abroad: the provider treats the payment
 * as one from there, and an unknown country is taxed as India.
 */
export function requireCurrencyOf({ country }: AddressInfo, currency: Currency): void {
  if (currency === 'INR' || isAbroad(country)) return;
  const reason = isIndia(country) ? INDIA_PAYS_RUPEES : UNKNOWN_COUNTRY;
  throw new ApiError(400, reason, { field: 'country' });
}

type Seen = Pick<Cart, 'startsOn'>;
type DatesOf = Awaited<ReturnType<typeof findDates>>;

/** The days, if they are those that the buyer has seen or earlier. Throws 409 with them if somebody else was faster. */
function requireShown(found: DatesOf, { startsOn }: Seen): Dates | undefined {
  if (found && startsOn && startsOn < found.dates.startsOn)
    throw new ApiError(409, datesChangedMessage(found.dates));
  return found?.dates;
}

/** Holds the days that the buyer of a quote has seen, or earlier ones, which another order of the same buyer held. */
export const holdShown = async (
  tx: Tx,
  services: Pick<Services, 'clock' | 'config'>,
  order: Order,
  seen: Seen,
): Promise<Dates | undefined> => requireShown(await holdDates(tx, services, order), seen);

/**
 * The days of a checkout that is placed again. Who has seen others gets those; to who sends none the next ones are told, and
 * the promise stays, so that a payment that loses it may be cancelled for everything.
 */
async function datesOfRepeated(
  tx: Tx,
  services: Pick<Services, 'clock' | 'config'>,
  order: Order,
  seen: Seen,
): Promise<Dates | undefined> {
  const known = datesOf(order);
  if (!known || order.paid > 0) return undefined;
  if (!seen.startsOn) return (await findDates(tx, services, order))?.dates;
  const isSeen = seen.startsOn === known.startsOn;
  const wanted = isSeen ? order : { ...order, starts_on: null, ends_on: null };
  return requireShown(await promiseDates(tx, services, wanted), seen);
}

/** Whether the buyer has read something else about when files open. */
const isOtherHandOver = (cart: Pick<Cart, 'opensWhenPaid'>, agreed: boolean): boolean =>
  (cart.opensWhenPaid ?? agreed) !== agreed;

/** Returns the existing order of this checkout. Updates its address as long as it is unpaid. */
async function repeatCheckout(
  tx: Tx,
  services: Pick<Services, 'clock' | 'config'> & { provider: { isTest: boolean } },
  {
    cart,
    priced,
    buyer,
    now,
  }: { cart: Cart & { checkoutId: string }; priced: PricedCart; buyer: User; now: string },
): Promise<Order> {
  const known = await findCheckout(tx, buyer.id, cart.checkoutId);
  const same =
    known?.items === priced.items &&
    known.total === priced.total &&
    known.currency === priced.currency &&
    known.payment_type === cart.paymentType &&
    hasSameKeys(known, services.provider) &&
    !isOtherHandOver(cart, await opensWhenPaid(tx, known.id));
  if (!same) throw new ApiError(409, OTHER_CART);
  if (known.paid === 0) await requireUsable(tx, services, known);
  const billing = await billingOf(tx, services, cart.addressInfo, buyer);
  await updateAddress(tx, known.id, { ...billing, updated_at: now });
  return known;
}

/**
 * The billing columns of an order, which the account keeps for the next one. Names and e-mail that were not given are the
 * account's. Throws 400 for a place that decides no tax where the seller charges GST.
 */
export async function billingOf(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  addressInfo: AddressInfo,
  account: Pick<User, 'id' | 'name' | 'email'>,
) {
  const [first = '', ...others] = account.name.split(' ');
  const {
    firstName = first,
    lastName = others.join(' '),
    email = account.email,
    ...place
  } = addressInfo;
  const { gstin } = await readSeller(tx, config);
  const problem = gstin ? placeProblem(place) : null;
  if (problem) throw new ApiError(400, problem.text, { field: `addressInfo.${problem.field}` });
  const address = JSON.stringify({ firstName, lastName, email, ...place });
  await updateUser(tx, account.id, { billing: address });
  return { buyer_name: `${firstName} ${lastName}`.trim(), buyer_email: email, address };
}
