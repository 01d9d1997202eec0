import { Hono, type MiddlewareHandler } from 'hono';
import { transaction } from '../../db/transaction.ts';
import type { Env } from '../lib/env.ts';
import { limitDownloads } from '../lib/limit-parallel.ts';
import { buyersOnly, requireUser, setSessionCookie, usersOnly } from '../lib/session.ts';
import { validate } from '../lib/validate.ts';
import { codeSpan } from './codes.ts';
import { deleteAccount } from './delete-account.ts';
import { visitOf } from './devices.ts';
import { askForEmail, confirmEmail } from './email-change.ts';
import { exportAccount } from './export.ts';
import { LIMITS } from './limits.ts';
import { changePassword } from './passwords.ts';
import { removePicture, setPicture } from './pictures.ts';
import { presentUser } from './present.ts';
import { deleteEmailChange, findEmailChange, updateUser } from './queries.ts';
import {
  ACCOUNT_DELETED,
  EMAIL_CHANGED,
  EMAIL_CODE_SENT,
  EMAIL_KEPT,
  NAME_CHANGED,
  PASSWORD_CHANGED,
  PICTURE_CHANGED,
  PICTURE_REMOVED,
  SESSION_ENDED,
  SESSIONS_ENDED,
} from './rules.ts';
import { codeBody, deleteBody, emailBody, nameBody, passwordBody, pictureBody } from './schema.ts';
import { endDevice, endEverywhere, listDevices } from './sessions.ts';

const done = <M extends string>(message: M) => ({ success: true as const, message });

/** Counted before anything is read: a picture is megabytes of text to parse. */
const limitPictures: MiddlewareHandler<Env> = async (c, next) => {
  await c.var.deps.limits.take(LIMITS.picture, requireUser(c).id);
  await next();
};

/** What people do with their own account. Leaving it and taking data along needs no verified address. */
export const settings = new Hono<Env>()
  .post('/name', buyersOnly, validate(nameBody), async (c) => {
    const { deps } = c.var;
    const { id } = requireUser(c);
    const user = await transaction(deps, (tx) => updateUser(tx, id, c.req.valid('json')));
    return c.json({ ...done(NAME_CHANGED), user: await presentUser(deps.store.db, user) });
  })

  .post('/picture', buyersOnly, limitPictures, validate(pictureBody), async (c) => {
    const user = await setPicture(c.var.deps, requireUser(c), c.req.valid('json').avatar);
    return c.json({ ...done(PICTURE_CHANGED), user: await presentUser(c.var.deps.store.db, user) });
  })

  .delete('/picture', buyersOnly, async (c) => {
    const user = await removePicture(c.var.deps, requireUser(c));
    return c.json({ ...done(PICTURE_REMOVED), user: await presentUser(c.var.deps.store.db, user) });
  })

  .post('/password', buyersOnly, validate(passwordBody), async (c) => {
    const user = requireUser(c);
    const { device } = visitOf(c);
    const token = c.var.token ?? '';
    await changePassword(c.var.deps, user, { ...c.req.valid('json'), token, device });
    return c.json(done(PASSWORD_CHANGED));
  })

  .get('/email', buyersOnly, async (c) => {
    const { store, clock } = c.var.deps;
    const open = await findEmailChange(store.db, requireUser(c).id, codeSpan(clock()));
    return c.json({ success: true as const, pending: open?.email ?? null });
  })

  .post('/email', buyersOnly, validate(emailBody), async (c) => {
    await askForEmail(c.var.deps, requireUser(c), c.req.valid('json'));
    return c.json(done(EMAIL_CODE_SENT));
  })

  .post('/email/confirm', buyersOnly, validate(codeBody), async (c) => {
    const { device } = visitOf(c);
    const token = c.var.token ?? '';
    const given = { ...c.req.valid('json'), token, device };
    const user = await confirmEmail(c.var.deps, requireUser(c), given);
    return c.json({ ...done(EMAIL_CHANGED), user: await presentUser(c.var.deps.store.db, user) });
  })

  .delete('/email', buyersOnly, async (c) => {
    const { id } = requireUser(c);
    await transaction(c.var.deps, (tx) => deleteEmailChange(tx, id));
    return c.json(done(EMAIL_KEPT));
  })

  .get('/sessions', async (c) => {
    const data = await listDevices(c.var.deps, requireUser(c).id, c.var.token);
    return c.json({ success: true as const, data });
  })

  .delete('/sessions', async (c) => {
    await endEverywhere(c.var.deps, requireUser(c).id);
    setSessionCookie(c, null);
    return c.json(done(SESSIONS_ENDED));
  })

  .delete('/sessions/:id', async (c) => {
    await endDevice(c.var.deps, requireUser(c).id, c.req.param('id'));
    return c.json(done(SESSION_ENDED));
  })

  .get('/export', usersOnly, limitDownloads, async (c) => {
    const data = await exportAccount(c.var.deps, requireUser(c));
    c.header('Content-Disposition', 'attachment; filename="my-data.json"');
    return c.json(data);
  })

  .post('/delete', usersOnly, validate(deleteBody), async (c) => {
    await deleteAccount(c.var.deps, requireUser(c), c.req.valid('json').password);
    setSessionCookie(c, null);
    return c.json(done(ACCOUNT_DELETED));
  });
