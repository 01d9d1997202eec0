import { Hono } from 'hono';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { toNotificationDto, toPreferencesDto } from './dto.ts';
import { markAllRead, markRead } from './mark-read-queries.ts';
import { countUnread, listNotifications, listPreferences, upsertPreferences } from './queries.ts';
import { pageQuery, preferencesBody } from './schema.ts';
import { MARKED_ALL, MARKED_ONE, PREFERENCES_SAVED, UNKNOWN_NOTIFICATION } from './texts.ts';

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
      notifications: rows.slice(0, limit).map(toNotificationDto),
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
    const rows = await listPreferences(c.var.services.store.db, requireVerifiedUser(c).id);
    return c.json({ success: true as const, preferences: toPreferencesDto(rows) });
  })

  .put('/client/preferences', validate(preferencesBody), async (c) => {
    const { db } = c.var.services.store;
    const { id } = requireVerifiedUser(c);
    const { preferences } = c.req.valid('json');
    await transaction(c.var.services, (tx) => upsertPreferences(tx, id, preferences));
    const rows = await listPreferences(db, id);
    return c.json({
      success: true as const,
      message: PREFERENCES_SAVED,
      preferences: toPreferencesDto(rows),
    });
  });
