import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { audited } from '../../platform/audit/audited.ts';
import { codeCookieName } from '../../platform/http/cookie-names.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { invitationRoutes } from './assistants/routes.ts';
import { toUserDto } from './dto.ts';
import { guard, requireUser, usersOnly } from './guards.ts';
import { setDeviceCookie } from './known-devices.ts';
import { requestSignInCode, setCodeCookie, signInByCode } from './mailed-codes.ts';
import { refuseSignIn } from './not-me.ts';
import { requestPasswordReset, resetPassword } from './passwords.ts';
import { LIMITS } from './rate-limits.ts';
import { requestInfoOf } from './request-info.ts';
import {
  codeBody,
  emailOnlyBody,
  newPasswordBody,
  notMeBody,
  signInBody,
  signInCodeBody,
  signUpBody,
} from './schema.ts';
import { passkeyFirstRoutes } from './second-factor/passkey-first.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { type SecondStep, secondStepRoutes, setStepCookie } from './second-factor/sign-in-step.ts';
import { SECOND_STEP } from './second-factor/texts.ts';
import { endSession, openSession, setSessionCookie } from './sessions.ts';
import { settings } from './settings-routes.ts';
import { openSessionFor, type SignInResult, signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import * as texts from './texts.ts';
import { resendCode, verifyEmail } from './verification-codes.ts';

/** Sign-in ends any earlier session of this browser (prevents session fixation). */
async function replaceSession(c: Context<Env>, token: string): Promise<void> {
  if (c.var.token) await endSession(c.var.services, c.var.token);
  setSessionCookie(c, token);
}

async function answerSignIn(c: Context<Env>, result: SignInResult) {
  await replaceSession(c, result.token);
  setDeviceCookie(c, result.device);
  const data = await toUserDto(c.var.services, result.user);
  return c.json({ success: true as const, message: texts.SIGNED_IN, data });
}

/** Opens a session in the transaction that uses the proof up. */
async function enterWith(c: Context<Env>, user: User, use: (tx: Tx) => Promise<string>) {
  const result = await transaction(c.var.services, async (tx) => {
    const since = await use(tx);
    return openSessionFor(tx, c.var.services, user, requestInfoOf(c), { since });
  });
  setStepCookie(c, null);
  return answerSignIn(c, result);
}

function askForSecondStep(c: Context<Env>, { token, ...secondStep }: SecondStep) {
  setStepCookie(c, token);
  return c.json({ success: true as const, message: SECOND_STEP, secondStep });
}

/** Limits sign-ups per address. Runs before the body is parsed, which may contain a large picture. */
const limitSignUps = guard((c) =>
  c.var.services.limits.take(LIMITS.signUpOfAddress, requestInfoOf(c).address),
);

export const accounts = new Hono<Env>()
  .get('/check-token', (c) => c.json({ hasToken: c.var.user !== null }))

  .get('/check-auth-user', async (c) => {
    const user = requireUser(c);
    return c.json({ success: true as const, data: await toUserDto(c.var.services, user) });
  })

  .post(
    '/sign-up',
    audited('Created an account', { byVisitors: true }),
    limitSignUps,
    validate(signUpBody),
    async (c) => {
      const { clock } = c.var.services;
      const { userAgent } = requestInfoOf(c);
      const made = await signUp(c.var.services, c.req.valid('json'));
      const session = { userId: made.id, userAgent };
      const token = await transaction(c.var.services, (tx) => openSession(tx, clock, session));
      await replaceSession(c, token);
      const user = await toUserDto(c.var.services, made);
      return c.json({ success: true as const, message: texts.ACCOUNT_CREATED, user }, 201);
    },
  )

  .post('/sign-in', audited('Signed in', { byVisitors: true }), validate(signInBody), async (c) => {
    const result = await signIn(c.var.services, c.req.valid('json'), requestInfoOf(c));
    return 'step' in result ? askForSecondStep(c, result.step) : answerSignIn(c, result);
  })

  .post(
    '/sign-in/code',
    audited('Asked for a code to sign in', { byVisitors: true }),
    validate(emailOnlyBody),
    async (c) => {
      const { email } = c.req.valid('json');
      const held = getCookie(c, codeCookieName(c.var.services.config.https)) ?? '';
      const asked = { request: requestInfoOf(c), held };
      setCodeCookie(c, await requestSignInCode(c.var.services, email, asked));
      return c.json({ success: true as const, message: texts.CODE_ASKED });
    },
  )

  .post(
    '/sign-in/code/confirm',
    audited('Signed in with a code', { byVisitors: true }),
    validate(signInCodeBody),
    async (c) => {
      const token = getCookie(c, codeCookieName(c.var.services.config.https)) ?? '';
      const given = { ...c.req.valid('json'), token };
      const result = await signInByCode(c.var.services, given, requestInfoOf(c));
      if ('isNameNeeded' in result)
        return c.json({ success: true as const, message: texts.NAME_MISSING, nameNeeded: true });
      setCodeCookie(c, null);
      return 'step' in result ? askForSecondStep(c, result.step) : answerSignIn(c, result);
    },
  )

  .post(
    '/sign-in/not-me',
    audited('Said that a sign-in was not theirs', { byVisitors: true }),
    validate(notMeBody),
    async (c) => {
      await c.var.services.limits.take(LIMITS.resetOfAddress, requestInfoOf(c).address);
      await refuseSignIn(c.var.services, c.req.valid('json').token);
      return c.json({ success: true as const, message: texts.NOT_ME_DONE });
    },
  )

  .route('/', secondStepRoutes(enterWith))
  .route('/', passkeyFirstRoutes(enterWith))

  .post(
    '/verify-email',
    audited('Confirmed an address'),
    usersOnly,
    validate(codeBody),
    async (c) => {
      const { code } = c.req.valid('json');
      const given = { code, request: requestInfoOf(c) };
      const { verified, next, device } = await verifyEmail(c.var.services, requireUser(c), given);
      setDeviceCookie(c, device);
      const user = await toUserDto(c.var.services, verified);
      return c.json({ success: true as const, message: texts.EMAIL_VERIFIED, user, next });
    },
  )

  .post('/resend-code', audited('Asked for a code'), async (c) => {
    const user = requireUser(c);
    if (user.is_verified) throw new ApiError(409, texts.ALREADY_VERIFIED);
    await resendCode(c.var.services, user);
    return c.json({ success: true as const, message: texts.CODE_SENT });
  })

  .post(
    '/forget-password',
    audited('Asked for a password link', { byVisitors: true }),
    validate(emailOnlyBody),
    async (c) => {
      await requestPasswordReset(c.var.services, c.req.valid('json').email, requestInfoOf(c));
      return c.json({ success: true as const, message: texts.LINK_SENT });
    },
  )

  .post(
    '/reset-password/:token',
    audited('Set a password by link', { byVisitors: true }),
    validate(newPasswordBody),
    async (c) => {
      const { password } = c.req.valid('json');
      const token = c.req.param('token');
      const result = await resetPassword(c.var.services, { token, password }, requestInfoOf(c));
      if (!('token' in result)) setDeviceCookie(c, result.device);
      return 'token' in result
        ? answerSignIn(c, result)
        : c.json({ success: true as const, message: texts.PASSWORD_SET, keys: result.keys });
    },
  )

  .post('/logout', audited('Signed out'), async (c) => {
    if (c.var.token) await endSession(c.var.services, c.var.token);
    setSessionCookie(c, null);
    return c.json({ success: true as const, message: texts.SIGNED_OUT });
  })

  .route('/', invitationRoutes)
  .route('/', secondFactorRoutes)
  .route('/', settings);
