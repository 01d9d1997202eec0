import { Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { CHANNELS, PREFERENCES, type PreferenceName } from '../orders/news.ts';
import { readNotifications } from './dto.ts';
import {
  countUnread,
  listNotifications,
  markAllRead,
  markRead,
  readPreferences,
  savePreferences,
} from './queries.ts';
import { NOTIFICATION_TYPES } from './rules.ts';

const MARKED_ONE = 'Message marked as seen';
const MARKED_ALL = 'All messages marked as seen';
const UNKNOWN_NOTIFICATION = 'There is no such notification.';
const PREFERENCES_SAVED = 'Your preferences are saved.';
const NOTIFICATIONS_PER_PAGE = 20;
const id = z.string().max(64);
const CHOOSE = 'Please choose yes or no for each.';

/** Invalid parameters are ignored, so that any query returns a page. */
const pageQuery = z.object({
  type: z.enum(NOTIFICATION_TYPES).optional().catch(undefined),
  unread: z
    .literal('1')
    .optional()
    .catch(undefined)
    .transform((given) => given === '1'),
  before: id.optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(50).catch(NOTIFICATIONS_PER_PAGE),
});

const preferencesBody = z.object({
  preferences: z.partialRecord(
    z.enum(Object.keys(PREFERENCES) as PreferenceName[]),
    z.partialRecord(z.enum(CHANNELS), z.boolean(CHOOSE), CHOOSE),
    CHOOSE,
  ),
});

export const notifications = new Hono<Env>()
  .use(verifiedOnly)

  .get('/client/client-notifications/:userId', async (c) => {
    const { db } = c.var.services.store;
    const { id } = requireVerifiedUser(c);
    if (c.req.param('userId') !== id) throw new ApiError(404, UNKNOWN_NOTIFICATION);
    const { limit, ...page } = pageQuery.parse(c.req.query());
    const rows = await listNotifications(db, id, { ...page, limit: limit + 1 });
    return c.json({
      success: true as const,
      notifications: await readNotifications(db, rows.slice(0, limit)),
      unread: await countUnread(db, id),
      hasMore: rows.length > limit,
    });
  })

  .post('/client/client-mark-read/:notificationId', async (c) => {
    const { clock, realtime: live } = c.var.services;
    const { id } = requireVerifiedUser(c);
    const notificationId = c.req.param('notificationId');
    const now = iso(clock());
    await transaction(c.var.services, async (tx) => {
      if (!(await markRead(tx, id, notificationId, now)))
        throw new ApiError(404, UNKNOWN_NOTIFICATION);
      tx.onCommit(() =>
        live.emit(roomNames.user(id), 'notificationsRead', { ids: [notificationId] }),
      );
    });
    return c.json({ success: true as const, message: MARKED_ONE });
  })

  .post('/client/client-mark-all-read', async (c) => {
    const { clock, realtime: live } = c.var.services;
    const { id } = requireVerifiedUser(c);
    await transaction(c.var.services, async (tx) => {
      await markAllRead(tx, id, iso(clock()));
      tx.onCommit(() => live.emit(roomNames.user(id), 'notificationsRead', { ids: null }));
    });
    return c.json({ success: true as const, message: MARKED_ALL });
  })

  .get('/client/preferences', async (c) => {
    const preferences = await readPreferences(c.var.services.store.db, requireVerifiedUser(c));
    return c.json({ success: true as const, preferences });
  })

  .put('/client/preferences', validate(preferencesBody), async (c) => {
    const { db } = c.var.services.store;
    const user = requireVerifiedUser(c);
    const { preferences } = c.req.valid('json');
    await transaction(c.var.services, (tx) => savePreferences(tx, user.id, preferences));
    return c.json({
      success: true as const,
      message: PREFERENCES_SAVED,
      preferences: await readPreferences(db, user),
    });
  });
