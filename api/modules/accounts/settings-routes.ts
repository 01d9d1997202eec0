import { type Context, Hono } from 'hono';
import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { audited } from '../../platform/audit/audited.ts';
import { emit } from '../../platform/events.ts';
import type { Env } from '../../platform/http/env.ts';
import { validate } from '../../platform/http/validate.ts';
import { hashToken } from '../../platform/ids.ts';
import { confirmEmail, requestEmailChange } from './change-email.ts';
import { endMailedCodes, findAddressToConfirm } from './code-queries.ts';
import { deleteAccount, listOpenOrders } from './delete-account.ts';
import { toUserDto } from './dto.ts';
import { userProfileChanged } from './events.ts';
import { exportAccount } from './export-data.ts';
import { guard, requireUser, usersOnly, verifiedOnly } from './guards.ts';
import { limitDownloads } from './limit-downloads.ts';
import { changePassword } from './passwords.ts';
import { removePicture, setPicture } from './profile-picture.ts';
import { updateUser } from './queries.ts';
import { LIMITS } from './rate-limits.ts';
import { requestInfoOf } from './request-info.ts';
import { codeBody, deleteBody, emailBody, nameBody, passwordBody, pictureBody } from './schema.ts';
import { confirmedWithFactorOnly } from './second-factor/confirm.ts';
import {
  endAllSessions,
  endDeviceSession,
  listDevices,
  renewSession,
  setSessionCookie,
} from './sessions.ts';
import * as texts from './texts.ts';
import { codeKey, codeValidity } from './verification-codes.ts';

const done = <M extends string>(message: M) => ({ success: true as const, message });

/** After a call with the password: the session gets a new token, as after every proof of who somebody is. */
async function renewToken(c: Context<Env>): Promise<void> {
  const session = hashToken(c.var.token ?? '');
  setSessionCookie(c, await transaction(c.var.services, (tx) => renewSession(tx, session)));
}

async function answerWithUser(c: Context<Env>, message: string, user: User) {
  return c.json({ ...done(message), user: await toUserDto(c.var.services, user) });
}

/** Limits picture changes. Checked before the body is parsed, which may contain a picture of several megabytes. */
const limitPictures = guard((c) => c.var.services.limits.take(LIMITS.picture, requireUser(c).id));

/** Account settings. Export and deletion also work with an unconfirmed address. */
export const settings = new Hono<Env>()
  .post('/name', audited('Changed the name'), verifiedOnly, validate(nameBody), async (c) => {
    const { services } = c.var;
    const { id } = requireUser(c);
    const user = await transaction(services, async (tx) => {
      await services.limits.take(LIMITS.name, id, tx);
      await emit(tx, services, userProfileChanged, { userId: id });
      return updateUser(tx, id, c.req.valid('json'));
    });
    return answerWithUser(c, texts.NAME_CHANGED, user);
  })

  .post(
    '/picture',
    audited('Changed the picture'),
    verifiedOnly,
    limitPictures,
    validate(pictureBody),
    async (c) => {
      const user = await setPicture(c.var.services, requireUser(c), c.req.valid('json').avatar);
      return answerWithUser(c, texts.PICTURE_CHANGED, user);
    },
  )

  .delete('/picture', audited('Removed the picture'), verifiedOnly, limitPictures, async (c) => {
    const user = await removePicture(c.var.services, requireUser(c));
    return answerWithUser(c, texts.PICTURE_REMOVED, user);
  })

  .post(
    '/password',
    audited('Changed the password'),
    verifiedOnly,
    validate(passwordBody),
    confirmedWithFactorOnly,
    async (c) => {
      const user = requireUser(c);
      const { device } = requestInfoOf(c);
      const token = c.var.token ?? '';
      await changePassword(c.var.services, user, { ...c.req.valid('json'), token, device });
      await renewToken(c);
      return c.json(done(texts.PASSWORD_CHANGED));
    },
  )

  .get('/email', verifiedOnly, async (c) => {
    const { store, clock } = c.var.services;
    const key = codeKey(requireUser(c).id, 'new address');
    const pending = await findAddressToConfirm(store.db, key, codeValidity(clock()));
    return c.json({ success: true as const, pending });
  })

  .post(
    '/email',
    audited('Asked for a new address'),
    verifiedOnly,
    validate(emailBody),
    confirmedWithFactorOnly,
    async (c) => {
      await requestEmailChange(c.var.services, requireUser(c), c.req.valid('json'));
      await renewToken(c);
      return c.json(done(texts.EMAIL_CODE_SENT));
    },
  )

  .post(
    '/email/confirm',
    audited('Changed the address'),
    verifiedOnly,
    validate(codeBody),
    async (c) => {
      const { device } = requestInfoOf(c);
      const token = c.var.token ?? '';
      const given = { ...c.req.valid('json'), token, device };
      const user = await confirmEmail(c.var.services, requireUser(c), given);
      return answerWithUser(c, texts.EMAIL_CHANGED, user);
    },
  )

  .delete('/email', audited('Kept the old address'), verifiedOnly, async (c) => {
    const key = codeKey(requireUser(c).id, 'new address');
    await transaction(c.var.services, (tx) => endMailedCodes(tx, key));
    return c.json(done(texts.EMAIL_UNCHANGED));
  })

  .get('/sessions', async (c) => {
    const data = await listDevices(c.var.services, requireUser(c).id, c.var.token);
    return c.json({ success: true as const, data });
  })

  .delete('/sessions', audited('Signed out everywhere'), async (c) => {
    await endAllSessions(c.var.services, requireUser(c).id);
    setSessionCookie(c, null);
    return c.json(done(texts.SESSIONS_ENDED));
  })

  .delete('/sessions/:id', audited('Signed out a device'), async (c) => {
    await endDeviceSession(c.var.services, requireUser(c).id, c.req.param('id'));
    return c.json(done(texts.SESSION_ENDED));
  })

  .get('/export', audited('Exported their data'), usersOnly, limitDownloads, async (c) => {
    const data = await exportAccount(c.var.services, requireUser(c));
    c.header('Content-Disposition', 'attachment; filename="my-data.json"');
    return c.json(data);
  })

  .get('/delete', usersOnly, async (c) => {
    const { services } = c.var;
    const orders = await listOpenOrders(services, services.store.db, requireUser(c));
    return c.json({ success: true as const, orders });
  })

  .post(
    '/delete',
    audited('Deleted the account'),
    usersOnly,
    validate(deleteBody),
    confirmedWithFactorOnly,
    async (c) => {
      await deleteAccount(c.var.services, requireUser(c), c.req.valid('json').password);
      setSessionCookie(c, null);
      return c.json(done(texts.ACCOUNT_DELETED));
    },
  );
