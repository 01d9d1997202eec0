import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { Order, User } from '../../../db/schema.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY, HOUR, iso, later, MINUTE } from '../../platform/clock.ts';
import { dayIn } from '../../platform/dates.ts';
import type { Subscriber } from '../../platform/events.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { readAvailability } from '../catalog/availability/availability.ts';
import { type CalendarEvent, toICalendar } from '../catalog/availability/icalendar.ts';
import { type OrderItemDto, orderTitle } from './dto.ts';
import { orderNumber } from './order-number-rules.ts';
import { countsIn } from './queries.ts';
import { TO_DELIVER } from './rules.ts';

const KEY = 'calendarFeed';
/** Work that has ended and past time off stay this long. */
const SHOWN_FOR = 30 * DAY;
const MAX_ORDERS = 1_000;

const UNKNOWN_FEED = 'This calendar address is no longer valid. Create a new one under Calendar.';
const CREATED: Limit = {
  ...{ name: 'calendar feed', most: 20, per: HOUR },
  text: 'You have created several addresses. Please wait an hour before you create another.',
};
/** A calendar service fetches for many people from one address. */
const FETCHED: Limit = {
  ...{ name: 'calendar feed address', most: 120, per: 15 * MINUTE },
  ...{ text: 'This calendar is fetched too often.', ofAddress: true },
};

const storedFeed = z.object({ hash: z.string(), createdAt: z.string() });

async function readFeed(db: Db) {
  const value = await readSetting(db, KEY);
  return value ? storedFeed.parse(JSON.parse(value)) : null;
}

/** When the address of the owner's calendar was created; null without one. */
export const findFeedTime = async (db: Db): Promise<string | null> =>
  (await readFeed(db))?.createdAt ?? null;

/** Creates the secret address of the owner's calendar; an earlier one stops working. */
export async function createFeed(services: Services, ownerId: string): Promise<{ url: string }> {
  await services.limits.take(CREATED, ownerId);
  const token = newToken();
  const feed = { hash: hashToken(token), createdAt: iso(services.clock()) };
  await transaction(services, (tx) => storeSetting(tx, KEY, JSON.stringify(feed)));
  return { url: `${services.config.siteOrigin}/api/v1/calendar/${token}.ics` };
}

export const deleteFeed = (services: Services): Promise<unknown> =>
  transaction(services, (tx) => tx.deleteFrom('settings').where('key', '=', KEY).execute());

/** With the owner's old password somebody may have created the address. */
export const endFeedOfOwner: Subscriber<{ user: User }> = async (tx, _, { user }) => {
  if (user.role === 'owner') await tx.deleteFrom('settings').where('key', '=', KEY).execute();
};

/** The owner's calendar. Calendar programs have no session: the address is their proof. */
export const calendarFeed = new Hono<Env>().get('/:file', async (c) => {
  const { services } = c.var;
  await services.limits.take(FETCHED, clientAddress(c));
  const feed = await readFeed(services.store.db);
  const token = c.req.param('file').replace(/\.ics$/, '');
  if (feed?.hash !== hashToken(token)) throw new ApiError(404, UNKNOWN_FEED);
  const events = await listEvents(services);
  return c.body(toICalendar('Orders and time off', events, services.clock()), 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Cache-Control': 'private, no-cache',
  });
});

/** Open orders and those delivered lately, with nothing of their buyers, and the time off. */
async function listEvents(services: Services): Promise<CalendarEvent[]> {
  const { store, clock, config, provider } = services;
  const since = later(clock(), -SHOWN_FOR);
  const orders = await store.db
    .selectFrom('orders')
    .select(['id', 'items', 'starts_on', 'paid_at', 'delivery_date'])
    .where('paid', '>', 0)
    .where(countsIn('orders.id', provider))
    .where((eb) =>
      eb.or([
        eb('shown_status', 'in', TO_DELIVER),
        eb.and([
          eb('shown_status', 'in', ['Delivered', 'Completed']),
          eb('delivery_date', '>', since),
        ]),
      ]),
    )
    .orderBy('delivery_date', 'desc')
    .limit(MAX_ORDERS)
    .execute();
  const { host } = new URL(config.siteOrigin);
  const dayOf = (at: string) => dayIn(at, config.timeZone);
  const work = orders.flatMap((order): CalendarEvent[] => {
    const on = (day: string, kind: string, verb: string) => ({
      uid: `${kind}-${order.id}@${host}`,
      ...{ firstDay: day, lastDay: day },
      title: `${verb} #${orderNumber(order.id)}: ${orderTitle(order)}, ${packageOf(order)}`,
      url: `${config.siteOrigin}/desk/orders/${order.id}`,
    });
    const { starts_on, paid_at, delivery_date } = order;
    const startsOn = starts_on ?? (paid_at && dayOf(paid_at));
    return [
      ...(startsOn ? [on(startsOn, 'start', 'Start')] : []),
      ...(delivery_date ? [on(dayOf(delivery_date), 'delivery', 'Deliver')] : []),
    ];
  });
  const { timeOff } = await readAvailability(store.db);
  const off = timeOff
    .filter(({ to }) => to >= dayOf(since))
    .map(({ from, to }) => ({
      ...{ uid: `time-off-${from}@${host}`, title: 'Time off' },
      ...{ firstDay: from, lastDay: to },
    }));
  return [...work, ...off];
}

const packageOf = ({ items }: Pick<Order, 'items'>): string =>
  (JSON.parse(items) as OrderItemDto[])[0]?.selectedPlan.planType ?? '';
