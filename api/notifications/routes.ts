import { Hono } from 'hono';
import { transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { roomOf } from '../lib/live.ts';
import { buyersOnly, requireBuyer } from '../lib/session.ts';
import { validate } from '../lib/validate.ts';
import { presentNews, presentPreferences } from './present.ts';
import {
  countUnread,
  listNews,
  listPreferences,
  markAllRead,
  markRead,
  putPreferences,
} from './queries.ts';
import { MARKED_ALL, MARKED_ONE, PREFERENCES_SAVED, UNKNOWN_NEWS } from './rules.ts';
import { pageQuery, preferencesBody } from './schema.ts';

export const notifications = new Hono<Env>()
  .use(buyersOnly)

  .get('/client/client-notifications/:userId', async (c) => {
    const { db } = c.var.deps.store;
    const { id } = requireBuyer(c);
    if (c.req.param('userId') !== id) throw new UserError(404, UNKNOWN_NEWS);
    const { limit, ...page } = pageQuery.parse(c.req.query());
    const rows = await listNews(db, id, { ...page, limit: limit + 1 });
    return c.json({
      success: true as const,
      notifications: rows.slice(0, limit).map(presentNews),
      unread: await countUnread(db, id),
      hasMore: rows.length > limit,
    });
  })

  .post('/client/client-mark-read/:notificationId', async (c) => {
    const { clock, live } = c.var.deps;
    const { id } = requireBuyer(c);
    const newsId = c.req.param('notificationId');
    const now = iso(clock());
    const marked = await transaction(c.var.deps, (tx) => markRead(tx, id, newsId, now));
    if (!marked) throw new UserError(404, UNKNOWN_NEWS);
    live.tell(roomOf.user(id), 'notificationsRead', { ids: [newsId] });
    return c.json({ success: true as const, message: MARKED_ONE });
  })

  .post('/client/client-mark-all-read', async (c) => {
    const { clock, live } = c.var.deps;
    const { id } = requireBuyer(c);
    await transaction(c.var.deps, (tx) => markAllRead(tx, id, iso(clock())));
    live.tell(roomOf.user(id), 'notificationsRead', { ids: null });
    return c.json({ success: true as const, message: MARKED_ALL });
  })

  .get('/client/preferences', async (c) => {
    const rows = await listPreferences(c.var.deps.store.db, requireBuyer(c).id);
    return c.json({ success: true as const, preferences: presentPreferences(rows) });
  })

  .put('/client/preferences', validate(preferencesBody), async (c) => {
    const { db } = c.var.deps.store;
    const { id } = requireBuyer(c);
    const { preferences } = c.req.valid('json');
    await transaction(c.var.deps, (tx) => putPreferences(tx, id, preferences));
    const rows = await listPreferences(db, id);
    return c.json({
      success: true as const,
      message: PREFERENCES_SAVED,
      preferences: presentPreferences(rows),
    });
  });
