import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { iso } from '../../platform/clock.ts';
import { mediaUrl } from '../../platform/files/dto.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { isDeletedAddress } from '../accounts/queries.ts';
import { listConversations, toListedConversationDto } from '../chat/conversations.ts';
import { toListedOrder } from '../order-pages/order-document.ts';
import { listPayments, paymentPages, toListedPayments } from '../order-pages/payment-list.ts';
import { orderTitle } from '../orders/dto.ts';
import { stepTitle } from '../orders/next-rules.ts';
import type { KeyKind } from '../orders/queries.ts';
import { isMarkedAsTest } from '../orders/rules.ts';
import type { AddressInfo } from '../orders/schema.ts';
import { findEarlyCancellations } from '../payments/early-cancellations.ts';
import { findOpenOrders, type OpenOrder } from '../payments/open-orders.ts';
import { toSentQuoteDto } from '../quotes/dto.ts';
import { findNotes, toNotesDto } from './notes.ts';
import {
  type ClientRow,
  listDeliveredFiles,
  listOrdersOf,
  listQuotesOf,
  listSentFiles,
  sumMoney,
} from './queries.ts';

/** The newest of each kind that the page of a client shows. */
const SHOWN = 20;

const toPersonDto = ({
  name,
  email,
  avatar_hash,
}: Pick<User, 'name' | 'email' | 'avatar_hash'>) => {
  const isDeleted = isDeletedAddress(email);
  return {
    name,
    /** '' once the account is deleted: what is kept names nobody. */
    email: isDeleted ? '' : email,
    isDeleted,
    avatar: avatar_hash ? mediaUrl(avatar_hash, 'image/webp') : null,
  };
};

const toMoneyDto = (sums: Awaited<ReturnType<typeof sumMoney>>) =>
  sums.map(({ currency, received, refunded, open }) => ({
    currency,
    /** What is left of the payments. */
    received: toRupees(received),
    refunded: toRupees(refunded),
    /** Parts of orders under way that are still to be paid. */
    open: toRupees(open),
  }));

const countOrders = (sums: { orders: number }[]): number =>
  sums.reduce((all, { orders }) => all + orders, 0);

/** Clients of a list with what they paid, in two statements for all of them. */
export async function toClientDtos(db: Db, rows: ClientRow[], keys: KeyKind) {
  const sums = await sumMoney(
    db,
    rows.map(({ id }) => id),
    keys,
  );
  return rows.map((row) => {
    const its = sums.filter((sum) => sum.buyer_id === row.id);
    return {
      _id: row.id,
      ...toPersonDto(row),
      company: row.company,
      orders: countOrders(its),
      /** Null before the first. */
      latestOrder:
        its
          .map(({ latest }) => latest)
          .sort()
          .at(-1) ?? null,
      money: toMoneyDto(its),
      lastContact: row.at,
    };
  });
}

export type ClientDto = Awaited<ReturnType<typeof toClientDtos>>[number];

type OrderRow = Awaited<ReturnType<typeof listOrdersOf>>[number];

export const toClientOrderDto = (order: OrderRow, keys: KeyKind, open?: OpenOrder) => ({
  _id: order.id,
  title: orderTitle(order),
  orderStatus: order.shown_status,
  createdAt: order.created_at,
  total: toRupees(order.total),
  currency: order.currency,
  isTest: isMarkedAsTest(order, keys),
  /** What of it waits for the owner. */
  waits: open ? waitsOf(open) : [],
});

const waitsOf = ({ order, next, steps }: OpenOrder): string[] => {
  const listed = toListedOrder(order, next, 'owner');
  return steps.map((step) => stepTitle(listed, step));
};

export type ClientOrderDto = ReturnType<typeof toClientOrderDto>;

/** Everything that there is about one person, the newest of each kind. */
export async function toClientPageDto({ store, clock, config, provider }: Services, user: User) {
  const { db } = store;
  const now = clock();
  const [sums, orders, payments, quotes, conversations, sent, delivered, notes, open] =
    await Promise.all([
      sumMoney(db, [user.id], provider),
      listOrdersOf(db, user.id, { limit: SHOWN }),
      listPayments(db, { buyerId: user.id, limit: SHOWN + 1 }),
      listQuotesOf(db, user.id, SHOWN),
      listConversations(db, { buyerIds: [user.id], limit: SHOWN }),
      listSentFiles(db, user.id, SHOWN),
      listDeliveredFiles(db, user.id, SHOWN),
      findNotes(db, user.id),
      findOpenOrders(db, now, user.id),
    ]);
  const { page } = paymentPages.page(payments, SHOWN);
  const listed = await toListedPayments(db, page, { now, timeZone: config.timeZone });
  const billing = user.billing ? (JSON.parse(user.billing) as Partial<AddressInfo>) : {};
  return {
    _id: user.id,
    ...toPersonDto(user),
    since: user.created_at,
    phone: billing.phoneNo ?? null,
    company: billing.companyName ?? null,
    gstin: billing.gstin ?? null,
    city: [billing.city, billing.country].filter(Boolean).join(', ') || null,
    orderCount: countOrders(sums),
    earlyCancellations: await findEarlyCancellations(db, now, user),
    money: toMoneyDto(sums),
    orders: orders.map((order) =>
      toClientOrderDto(
        order,
        provider,
        open.find((each) => each.order.id === order.id),
      ),
    ),
    payments: listed.map(({ row, listed: payment }) => ({
      _id: row.id,
      ...payment,
      isTest: isMarkedAsTest(row, provider),
    })),
    quotes: quotes.map((row) => toSentQuoteDto(row, iso(now))),
    conversations: conversations.map(toListedConversationDto),
    files: [
      ...sent.map(({ uploader_id, ...file }) => ({
        ...{
          ...file,
          isLink: false,
          from: uploader_id === user.id ? ('client' as const) : ('you' as const),
        },
        url: `/api/v1/communicate/attachment/${file.id}`,
      })),
      ...delivered.map(({ address, ...file }) => ({
        ...{ ...file, isLink: address !== null, from: 'delivery' as const },
        url: `/api/v1/desk/orders/file/${file.id}`,
      })),
    ]
      .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
      .slice(0, SHOWN)
      .map(({ id, created_at, ...file }) => ({ _id: id, createdAt: created_at, ...file })),
    notes: toNotesDto(notes),
  };
}

export type ClientPageDto = Awaited<ReturnType<typeof toClientPageDto>>;
