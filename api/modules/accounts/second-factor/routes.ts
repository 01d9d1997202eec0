import { type Context, Hono } from 'hono';
import type { SuspendedKeys, User } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { audited } from '../../../platform/audit/audited.ts';
import { iso } from '../../../platform/clock.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { validate } from '../../../platform/http/validate.ts';
import { hashToken } from '../../../platform/ids.ts';
import { requireUser, verifiedOnly } from '../guards.ts';
import { requestInfoOf } from '../request-info.ts';
import {
  confirmedOnly,
  confirmedPersonsOnly,
  confirmSession,
  mailConfirmationCode,
  requireOlderProof,
  sessionKey,
  waysOf,
} from './confirm.ts';
import { afterSecondFactorChange, emailFactorsChanged, factorsOf } from './factors.ts';
import { removableFrom } from './lost-factors.ts';
import { authenticationOptions, checkRegistration, registrationOptions } from './passkeys.ts';
import {
  countRecoveryCodes,
  deletePasskey,
  deleteTotp,
  findTotp,
  listPasskeys,
  renamePasskey,
} from './queries.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { confirmBody, passkeyBody, passkeyNameBody, totpBody } from './schema.ts';
import { listSuspended, putBack, takeSuspended } from './suspended-keys.ts';
import * as texts from './texts.ts';
import { confirmTotp, consumeTotp, startTotp } from './totp.ts';

const ok = { success: true as const };

/** Changes the credentials of the signed-in person. Ends their other sessions and mails them `what`. */
const changeSecondFactors = <R>(
  c: Context<Env>,
  what: string,
  change: (tx: Tx, user: User) => Promise<R>,
): Promise<R> =>
  transaction(c.var.services, async (tx) => {
    const user = requireUser(c);
    const result = await change(tx, user);
    await afterSecondFactorChange(tx, c.var.services, user, { token: c.var.token ?? '', what });
    return result;
  });

/** Adds a second factor. The first one comes with recovery codes, which it returns. */
const addFactor = (
  c: Context<Env>,
  what: string,
  add: (tx: Tx, now: string, user: User) => Promise<void>,
) =>
  changeSecondFactors(c, what, async (tx, user) => {
    const isFirst = !(await factorsOf(tx, user.id));
    // Of one age, so that each removes the other.
    const now = iso(c.var.services.clock());
    await add(tx, now, user);
    return isFirst ? makeRecoveryCodes(tx, user.id, now) : [];
  });

/** Adds a passkey that is no second factor. Nobody is asked for it, so other sessions stay. */
const addForSignIn = (c: Context<Env>, add: (tx: Tx, now: string) => Promise<void>) =>
  transaction(c.var.services, async (tx) => {
    await add(tx, iso(c.var.services.clock()));
    const session = hashToken(c.var.token ?? '');
    const what = 'A passkey was added.';
    await emailFactorsChanged(tx, c.var.services, requireUser(c), { what, session });
    await c.var.services.audit?.record(tx);
  });

/** Decides on a key that "This was not me" has suspended. */
const settleSuspended = (
  c: Context<Env>,
  what: string,
  settle: (tx: Tx, key: SuspendedKeys) => Promise<unknown>,
) =>
  changeSecondFactors(c, what, async (tx, user) => {
    const key = await takeSuspended(tx, user.id, c.req.param('id') ?? '');
    if (!key) throw new ApiError(404, texts.UNKNOWN_KEY);
    await requireOlderProof(c, tx, key.added_at);
    await settle(tx, key);
  });

/** Routes for a person's second factors. Every change needs a recent confirmation. */
export const secondFactorRoutes = new Hono<Env>()
  .get('/second-factor', verifiedOnly, async (c) => {
    const { db } = c.var.services.store;
    const { id, password_hash } = requireUser(c);
    const passkeys = (await listPasskeys(db, id)).map((row) => ({
      _id: row.id,
      name: row.name,
      createdAt: row.created_at,
      usedAt: row.used_at,
    }));
    const totp = (await findTotp(db, id))?.confirmed_at ?? null;
    const codes = await countRecoveryCodes(db, id);
    return c.json({
      ...{ ...ok, totp, passkeys, recoveryCodes: codes.left, recoveryCodesSince: codes.since },
      suspended: await listSuspended(db, id),
      hasPassword: password_hash !== null,
      removableFrom: await removableFrom(c.var.services, id),
    });
  })

  .post(
    '/second-factor/totp',
    audited('Began to set up an app'),
    verifiedOnly,
    confirmedOnly,
    async (c) => c.json({ ...ok, ...(await startTotp(c.var.services, requireUser(c))) }),
  )
  .post(
    '/second-factor/totp/confirm',
    audited('Added an authenticator app'),
    verifiedOnly,
    confirmedOnly,
    validate(totpBody),
    async (c) => {
      const { services } = c.var;
      const { code } = c.req.valid('json');
      const what = 'An authenticator app was added.';
      const recoveryCodes = await addFactor(c, what, async (tx, now, user) => {
        if (!(await consumeTotp(tx, services, user, { code, isNew: true })))
          throw new ApiError(400, texts.WRONG_FACTOR, { field: 'code' });
        await confirmTotp(tx, user, now);
      });
      return c.json({ ...ok, message: texts.TOTP_ADDED, recoveryCodes });
    },
  )
  .delete(
    '/second-factor/totp',
    audited('Removed the authenticator app'),
    verifiedOnly,
    confirmedOnly,
    async (c) => {
      await changeSecondFactors(c, 'The authenticator app was removed.', async (tx, { id }) => {
        const set = (await findTotp(tx, id))?.confirmed_at;
        if (set) await requireOlderProof(c, tx, set);
        await deleteTotp(tx, id);
      });
      return c.json({ ...ok, message: texts.TOTP_REMOVED });
    },
  )
  .post(
    '/second-factor/passkeys/options',
    audited('Began to add a passkey'),
    verifiedOnly,
    confirmedOnly,
    async (c) => {
      const key = sessionKey(c, 'register');
      const options = await registrationOptions(c.var.services, requireUser(c), key);
      return c.json({ ...ok, options });
    },
  )
  .post(
    '/second-factor/passkeys',
    audited('Added a passkey'),
    verifiedOnly,
    confirmedOnly,
    validate(passkeyBody),
    async (c) => {
      const { userAgent } = requestInfoOf(c);
      const given = { ...c.req.valid('json'), userAgent, key: sessionKey(c, 'register') };
      const store = await checkRegistration(c.var.services, requireUser(c), given);
      if (given.signInOnly) {
        await addForSignIn(c, store);
        return c.json({ ...ok, message: texts.PASSKEY_FOR_SIGN_IN, recoveryCodes: [] }, 201);
      }
      const recoveryCodes = await addFactor(c, 'A passkey was added.', store);
      return c.json({ ...ok, message: texts.PASSKEY_ADDED, recoveryCodes }, 201);
    },
  )
  .put(
    '/second-factor/passkeys/:id',
    audited('Renamed a passkey'),
    verifiedOnly,
    validate(passkeyNameBody),
    async (c) => {
      const { id } = requireUser(c);
      const { name } = c.req.valid('json');
      const renamed = await transaction(c.var.services, (tx) =>
        renamePasskey(tx, id, c.req.param('id'), name),
      );
      if (!renamed) throw new ApiError(404, texts.UNKNOWN_PASSKEY);
      return c.json({ ...ok, message: texts.PASSKEY_RENAMED });
    },
  )
  .delete(
    '/second-factor/passkeys/:id',
    audited('Removed a passkey'),
    verifiedOnly,
    confirmedOnly,
    async (c) => {
      await changeSecondFactors(c, 'A passkey was removed.', async (tx, user) => {
        const gone = await deletePasskey(tx, user.id, c.req.param('id'));
        if (!gone) throw new ApiError(404, texts.UNKNOWN_PASSKEY);
        await requireOlderProof(c, tx, gone.created_at);
      });
      return c.json({ ...ok, message: texts.PASSKEY_REMOVED });
    },
  )
  .post(
    '/second-factor/recovery-codes',
    audited('Made recovery codes'),
    verifiedOnly,
    confirmedOnly,
    async (c) => {
      const what = 'New recovery codes were made.';
      const recoveryCodes = await changeSecondFactors(c, what, async (tx, { id }) => {
        const { since } = await countRecoveryCodes(tx, id);
        if (since) await requireOlderProof(c, tx, since);
        const now = iso(c.var.services.clock());
        return (await factorsOf(tx, id)) ? makeRecoveryCodes(tx, id, now) : [];
      });
      return c.json({ ...ok, message: texts.CODES_MADE, recoveryCodes });
    },
  )
  .post(
    '/second-factor/suspended/:id',
    audited('Brought a suspended key back'),
    verifiedOnly,
    confirmedOnly,
    async (c) => {
      await settleSuspended(c, 'A suspended key works again.', putBack);
      return c.json({ ...ok, message: texts.KEY_BACK });
    },
  )
  .delete(
    '/second-factor/suspended/:id',
    audited('Removed a suspended key'),
    verifiedOnly,
    confirmedOnly,
    async (c) => {
      await settleSuspended(c, 'A suspended key was removed.', async () => {});
      return c.json({ ...ok, message: texts.KEY_GONE });
    },
  )
  .get('/confirmation', verifiedOnly, confirmedPersonsOnly, (c) => c.json(ok))
  .get('/confirmation/ways', verifiedOnly, async (c) => {
    return c.json({ ...ok, ...(await waysOf(c.var.services, requireUser(c))) });
  })
  .post('/confirmation/code', audited('Asked for a code to confirm'), verifiedOnly, async (c) =>
    c.json({ ...ok, message: await mailConfirmationCode(c) }),
  )
  .post(
    '/confirmation',
    audited('Confirmed who they are'),
    verifiedOnly,
    validate(confirmBody),
    async (c) => {
      await confirmSession(c, c.req.valid('json'));
      return c.json({ ...ok, message: texts.CONFIRMED });
    },
  )
  .post(
    '/confirmation/passkey',
    audited('Began to confirm by passkey'),
    verifiedOnly,
    async (c) => {
      const key = sessionKey(c, 'confirm');
      const options = await authenticationOptions(c.var.services, requireUser(c), key);
      return c.json({ ...ok, options });
    },
  );
