import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { transaction } from '../../db/transaction.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import {
  endSession,
  openSession,
  requireUser,
  setSessionCookie,
  usersOnly,
} from '../lib/session.ts';
import { validate } from '../lib/validate.ts';
import { resendCode, verifyEmail } from './codes.ts';
import { setDeviceCookie, visitOf } from './devices.ts';
import { LIMITS } from './limits.ts';
import { askForLink, resetPassword } from './passwords.ts';
import { presentUser } from './present.ts';
import {
  ACCOUNT_CREATED,
  ALREADY_VERIFIED,
  CODE_SENT,
  EMAIL_VERIFIED,
  LINK_SENT,
  PASSWORD_SET,
  SIGNED_IN,
  SIGNED_OUT,
} from './rules.ts';
import { codeBody, forgotBody, resetBody, signInBody, signUpBody } from './schema.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

/** A session that was here before ends with the new one: nobody plants theirs (attacks 4). */
async function enter(c: Context<Env>, token: string): Promise<void> {
  if (c.var.token) await endSession(c.var.deps, c.var.token);
  setSessionCookie(c, token);
}

/** Counted before anything is read: a picture is megabytes of text to parse. */
const limitSignUps: MiddlewareHandler<Env> = async (c, next) => {
  await c.var.deps.limits.take(LIMITS.signUpOfAddress, visitOf(c).address);
  await next();
};

export const accounts = new Hono<Env>()
  .get('/check-token', (c) => c.json({ hasToken: c.var.user !== null }))

  .get('/check-auth-user', async (c) => {
    const user = requireUser(c);
    return c.json({ success: true as const, data: await presentUser(c.var.deps.store.db, user) });
  })

  .post('/sign-up', limitSignUps, validate(signUpBody), async (c) => {
    const { store, clock } = c.var.deps;
    const { userAgent } = visitOf(c);
    const made = await signUp(c.var.deps, c.req.valid('json'));
    const session = { userId: made.id, userAgent };
    const token = await transaction(c.var.deps, (tx) => openSession(tx, clock, session));
    await enter(c, token);
    const user = await presentUser(store.db, made);
    return c.json({ success: true as const, message: ACCOUNT_CREATED, user }, 201);
  })

  .post('/sign-in', validate(signInBody), async (c) => {
    const entry = await signIn(c.var.deps, c.req.valid('json'), visitOf(c));
    await enter(c, entry.token);
    setDeviceCookie(c, entry.device);
    const data = await presentUser(c.var.deps.store.db, entry.user);
    return c.json({ success: true as const, message: SIGNED_IN, data });
  })

  .post('/verify-email', usersOnly, validate(codeBody), async (c) => {
    const verified = await verifyEmail(c.var.deps, requireUser(c), c.req.valid('json').code);
    const user = await presentUser(c.var.deps.store.db, verified);
    return c.json({ success: true as const, message: EMAIL_VERIFIED, user });
  })

  .post('/resend-code', async (c) => {
    const user = requireUser(c);
    if (user.is_verified) throw new UserError(409, ALREADY_VERIFIED);
    await resendCode(c.var.deps, user);
    return c.json({ success: true as const, message: CODE_SENT });
  })

  .post('/forget-password', validate(forgotBody), async (c) => {
    await askForLink(c.var.deps, c.req.valid('json').email, visitOf(c));
    return c.json({ success: true as const, message: LINK_SENT });
  })

  .post('/reset-password/:token', validate(resetBody), async (c) => {
    const { password } = c.req.valid('json');
    const token = c.req.param('token');
    setDeviceCookie(c, await resetPassword(c.var.deps, { token, password }, visitOf(c)));
    return c.json({ success: true as const, message: PASSWORD_SET });
  })

  .post('/logout', async (c) => {
    if (c.var.token) await endSession(c.var.deps, c.var.token);
    setSessionCookie(c, null);
    return c.json({ success: true as const, message: SIGNED_OUT });
  })

  .route('/', settings);
