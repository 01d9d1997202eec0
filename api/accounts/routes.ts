import { Hono } from 'hono';
import { iso } from '../lib/clock.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { verifyPassword } from '../lib/hashing.ts';
import {
  endSession,
  openSession,
  requireUser,
  setSessionCookie,
  usersOnly,
} from '../lib/session.ts';
import { validate } from '../lib/validate.ts';
import { resendCode, verifyEmail } from './codes.ts';
import { resetPassword, sendResetLink } from './passwords.ts';
import { presentUser } from './present.ts';
import { findUserByEmail, stampSignIn } from './queries.ts';
import { LINK_SENT, PASSWORD_SET, WRONG_SIGN_IN } from './rules.ts';
import { codeBody, forgotBody, resetBody, signInBody, signUpBody } from './schema.ts';
import { signUp } from './sign-up.ts';

export const accounts = new Hono<Env>()
  .get('/check-token', (c) => c.json({ hasToken: c.var.user !== null }))

  .get('/check-auth-user', async (c) => {
    const user = requireUser(c);
    return c.json({ success: true as const, data: await presentUser(c.var.deps.store.db, user) });
  })

  .post('/sign-up', validate(signUpBody), async (c) => {
    const { store, clock } = c.var.deps;
    const user = await signUp(c.var.deps, c.req.valid('json'));
    const userAgent = c.req.header('User-Agent') ?? '';
    setSessionCookie(c, await openSession(store.db, clock, { userId: user.id, userAgent }));
    const message = 'Account created. We have sent you a code.';
    return c.json(
      { success: true as const, message, user: await presentUser(store.db, user) },
      201,
    );
  })

  .post('/sign-in', validate(signInBody), async (c) => {
    const { store, clock } = c.var.deps;
    const { email, password } = c.req.valid('json');
    const found = await findUserByEmail(store.db, email);
    const right = await verifyPassword(found?.password_hash ?? null, password);
    if (!found || !right) throw new UserError(401, WRONG_SIGN_IN);
    const user = await stampSignIn(store.db, found.id, iso(clock()));
    if (c.var.token) await endSession(store.db, c.var.token);
    const userAgent = c.req.header('User-Agent') ?? '';
    setSessionCookie(c, await openSession(store.db, clock, { userId: user.id, userAgent }));
    const message = 'Signed in successfully.';
    return c.json({ success: true as const, message, data: await presentUser(store.db, user) });
  })

  .post('/verify-email', usersOnly, validate(codeBody), async (c) => {
    const user = await verifyEmail(c.var.deps, requireUser(c), c.req.valid('json').code);
    const message = 'E-mail verified successfully.';
    const { db } = c.var.deps.store;
    return c.json({ success: true as const, message, user: await presentUser(db, user) });
  })

  .post('/resend-code', async (c) => {
    const user = requireUser(c);
    if (user.is_verified) throw new UserError(409, 'Your e-mail address is verified already.');
    await resendCode(c.var.deps, user);
    return c.json({ success: true as const, message: 'A new code is on its way.' });
  })

  .post('/forget-password', validate(forgotBody), async (c) => {
    await sendResetLink(c.var.deps, c.req.valid('json').email);
    return c.json({ success: true as const, message: LINK_SENT });
  })

  .post('/reset-password/:token', validate(resetBody), async (c) => {
    await resetPassword(c.var.deps, c.req.param('token'), c.req.valid('json').password);
    return c.json({ success: true as const, message: PASSWORD_SET });
  })

  .post('/logout', async (c) => {
    if (c.var.token) await endSession(c.var.deps.store.db, c.var.token);
    setSessionCookie(c, null);
    return c.json({ success: true as const, message: 'Signed out successfully.' });
  });
