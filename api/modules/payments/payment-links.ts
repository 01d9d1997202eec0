import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { renderSVG } from 'uqr';
import type { Db } from '../../../db/database.ts';
import { updatesRow } from '../../../db/query-results.ts';
import type { Instalment, Order, PaymentLink } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY, HOUR, iso, later, MINUTE } from '../../platform/clock.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { getOrder } from '../orders/queries.ts';
import type { DeductionChoice } from '../orders/schema.ts';
import { changeDeduction, dueInstalment, openInstalment, reportNotCharged } from './checkout.ts';
import { findPaymentTrouble } from './downtimes.ts';
import { toInstalmentDtos } from './dto.ts';
import { amountToPay } from './instalment-rules.ts';
import { getInstalment, listInstalments } from './queries.ts';
import {
  LINK_CALLED_OFTEN,
  LINK_CREATED_OFTEN,
  LINK_EXPIRED,
  LINK_REVOKED,
  LINK_TOO_LONG,
  UNKNOWN_LINK,
} from './texts.ts';

const VALID_FOR = 7 * DAY;
/** A token has 43 characters. */
const MAX_TOKEN_BYTES = 256;

const CREATED: Limit = {
  ...{ name: 'payment link', most: 20, per: HOUR },
  text: LINK_CREATED_OFTEN,
};
/** The page of a link asks every ten seconds while a payment is under way; an office shares an address. */
const CALLED: Limit = {
  ...{ name: 'payment link address', most: 300, per: 15 * MINUTE },
  ...{ text: LINK_CALLED_OFTEN, ofAddress: true },
};

/** What whoever has the link sees: nothing else of the order, and nothing of the buyer but the name. */
export interface LinkedPayment {
  isPaid: boolean;
  title: string;
  /** The part of it that is paid. */
  part: string;
  amount: number;
  currency: string;
  /** The buyer, who gets the receipt. */
  name: string;
  validUntil: string;
  /** A method that fails at the banks. */
  trouble: string | null;
  /** The provider's script. */
  script: string;
}

/**
 * Calls of the page of a payment link, which has no session: the token is their proof. It is sent as the body, so that
 * it is in no log. The result of the payment comes through the provider's form (`payment-callback.ts`).
 */
export const paymentLinkRoutes = new Hono<Env>()
  .use('/payment-link/*', async (c, next) => {
    c.header('Cache-Control', 'no-store');
    await c.var.services.limits.take(CALLED, clientAddress(c));
    await next();
  })
  .use(
    '/payment-link/*',
    bodyLimit({
      maxSize: MAX_TOKEN_BYTES,
      onError: () => {
        throw new ApiError(413, LINK_TOO_LONG);
      },
    }),
  )
  .post('/payment-link/read', async (c) => {
    const link = await readLink(c.var.services, await c.req.text());
    return c.json({ success: true as const, ...link });
  })
  .post('/payment-link/open', async (c) => {
    const { services } = c.var;
    const token = await c.req.text();
    const opened = await reportNotCharged(services, () => openLink(services, token));
    return c.json({ success: true as const, ...opened });
  });

/** Creates the link for the part of an order that is due, less the tax that its buyer deducts; an earlier link for it stops working. */
export async function createLink(
  services: Services,
  order: Order,
  deduction?: DeductionChoice | null,
) {
  await services.limits.take(CREATED, order.buyer_id);
  const due = await dueInstalment(services, order);
  const { id } = due;
  if (deduction !== undefined) await changeDeduction(services, order, due, deduction);
  const now = services.clock();
  const token = newToken();
  const row = {
    token_hash: hashToken(token),
    created_at: iso(now),
    expires_at: later(now, VALID_FOR),
    revoked_at: null,
  };
  await transaction(services, (tx) =>
    tx
      .insertInto('payment_links')
      .values({ ...row, instalment_id: id })
      .onConflict((conflict) => conflict.column('instalment_id').doUpdateSet(row))
      .execute(),
  );
  // After `#`, so that no server and no Referer learns it.
  const url = `${services.config.siteOrigin}/pay#${token}`;
  return { url, qr: renderSVG(url, { border: 2 }), validUntil: row.expires_at };
}

/** Until when the link for a part of an order that is still to be paid is valid; null if there is none. */
export async function findLinkOf(db: Db, orderId: string, now: Date): Promise<string | null> {
  const link = await db
    .selectFrom('payment_links')
    .innerJoin('instalments', 'instalments.id', 'payment_links.instalment_id')
    .select('expires_at')
    .where('order_id', '=', orderId)
    .where('payment_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', iso(now))
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  return link?.expires_at ?? null;
}

/** Revokes the links of an order. Throws 404 if there is none. */
export const revokeLinks = (services: Services, orderId: string): Promise<void> =>
  transaction(services, async (tx) => {
    const isRevoked = await updatesRow(
      tx
        .updateTable('payment_links')
        .set({ revoked_at: iso(services.clock()) })
        .where('revoked_at', 'is', null)
        .where('instalment_id', 'in', (eb) =>
          eb.selectFrom('instalments').select('id').where('order_id', '=', orderId),
        ),
    );
    // Inside, so that the audit log records no change that was not made.
    if (!isRevoked) throw new ApiError(404, UNKNOWN_LINK);
  });

interface Found {
  link: PaymentLink;
  instalment: Instalment;
  order: Order;
}

/** Throws with the reason when the link has ended, whatever has become of its part. */
async function findByToken({ store: { db }, clock }: Services, token: string): Promise<Found> {
  const link = await db
    .selectFrom('payment_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!link) throw new ApiError(404, UNKNOWN_LINK);
  if (link.revoked_at) throw new ApiError(410, LINK_REVOKED);
  if (link.expires_at <= iso(clock())) throw new ApiError(410, LINK_EXPIRED);
  const instalment = await getInstalment(db, link.instalment_id);
  return { link, instalment, order: await getOrder(db, instalment.order_id) };
}

async function readLink(services: Services, token: string): Promise<LinkedPayment> {
  const { link, instalment, order } = await findByToken(services, token);
  const isPaid = instalment.payment_id !== null;
  if (!isPaid) await dueInstalment(services, order, instalment.id);
  const [item] = JSON.parse(order.items) as OrderItemDto[];
  const parts = toInstalmentDtos(await listInstalments(services.store.db, order.id));
  return {
    isPaid,
    title: item?.title ?? '',
    part: parts.find(({ _id }) => _id === instalment.id)?.name ?? '',
    amount: toRupees(amountToPay(instalment)),
    currency: order.currency,
    name: order.buyer_name,
    validUntil: link.expires_at,
    trouble: isPaid ? null : await findPaymentTrouble(services.store.db, services.clock()),
    script: services.provider.checkoutUrl,
  };
}

async function openLink(services: Services, token: string) {
  const { instalment, order } = await findByToken(services, token);
  await dueInstalment(services, order, instalment.id);
  return openInstalment(services, order, { id: instalment.id });
}
