import { Hono } from 'hono';
import { transaction } from '../../../../db/transaction.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { validate } from '../../../platform/http/validate.ts';
import { requireUser, verifiedOnly } from '../sessions.ts';
import { confirmedOnly, confirmSession, sessionKey } from './confirm.ts';
import { afterSecondFactorChange, factorsOf } from './factors.ts';
import { authenticationOptions, checkRegistration, registrationOptions } from './passkeys.ts';
import {
  countRecoveryCodes,
  deletePasskey,
  deleteTotp,
  findTotp,
  listPasskeys,
} from './queries.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { confirmBody, passkeyBody, totpBody } from './schema.ts';
import * as texts from './texts.ts';
import { confirmTotp, consumeTotp, startTotp } from './totp.ts';

const ok = { success: true as const };

/** Routes for a person's second factors. Every change needs a recent confirmation. */
export const secondFactorRoutes = new Hono<Env>()
  .get('/second-factor', verifiedOnly, async (c) => {
    const { db } = c.var.services.store;
    const { id } = requireUser(c);
    const passkeys = (await listPasskeys(db, id)).map((row) => ({
      _id: row.id,
      name: row.name,
      createdAt: row.created_at,
      usedAt: row.used_at,
    }));
    const totp = (await findTotp(db, id))?.confirmed_at ?? null;
    return c.json({ ...ok, totp, passkeys, recoveryCodes: await countRecoveryCodes(db, id) });
  })

  .post('/second-factor/totp', verifiedOnly, confirmedOnly, async (c) =>
    c.json({ ...ok, ...(await startTotp(c.var.services, requireUser(c))) }),
  )
  .post(
    '/second-factor/totp/confirm',
    verifiedOnly,
    confirmedOnly,
    validate(totpBody),
    async (c) => {
      const { services } = c.var;
      const user = requireUser(c);
      const { code } = c.req.valid('json');
      const recoveryCodes = await transaction(services, async (tx) => {
        const isFirst = !(await factorsOf(tx, user.id));
        if (!(await consumeTotp(tx, services, user, { code, isNew: true })))
          throw new ApiError(400, texts.WRONG_FACTOR, { field: 'code' });
        await confirmTotp(tx, services, user);
        const codes = isFirst ? await makeRecoveryCodes(tx, user.id) : [];
        const what = 'An authenticator app was added.';
        await afterSecondFactorChange(tx, services, user, { token: c.var.token ?? '', what });
        return codes;
      });
      return c.json({ ...ok, message: texts.TOTP_ADDED, recoveryCodes });
    },
  )
  .delete('/second-factor/totp', verifiedOnly, confirmedOnly, async (c) => {
    const { services } = c.var;
    const user = requireUser(c);
    await transaction(services, async (tx) => {
      await deleteTotp(tx, user.id);
      const what = 'The authenticator app was removed.';
      await afterSecondFactorChange(tx, services, user, { token: c.var.token ?? '', what });
    });
    return c.json({ ...ok, message: texts.TOTP_REMOVED });
  })

  .post('/second-factor/passkeys/options', verifiedOnly, confirmedOnly, async (c) => {
    const key = sessionKey(c, 'register');
    return c.json({
      ...ok,
      options: await registrationOptions(c.var.services, requireUser(c), key),
    });
  })
  .post(
    '/second-factor/passkeys',
    verifiedOnly,
    confirmedOnly,
    validate(passkeyBody),
    async (c) => {
      const { services } = c.var;
      const user = requireUser(c);
      const given = { ...c.req.valid('json'), key: sessionKey(c, 'register') };
      const store = await checkRegistration(services, user, given);
      const recoveryCodes = await transaction(services, async (tx) => {
        const isFirst = !(await factorsOf(tx, user.id));
        await store(tx);
        const codes = isFirst ? await makeRecoveryCodes(tx, user.id) : [];
        const what = 'A passkey was added.';
        await afterSecondFactorChange(tx, services, user, { token: c.var.token ?? '', what });
        return codes;
      });
      return c.json({ ...ok, message: texts.PASSKEY_ADDED, recoveryCodes }, 201);
    },
  )
  .delete('/second-factor/passkeys/:id', verifiedOnly, confirmedOnly, async (c) => {
    const { services } = c.var;
    const user = requireUser(c);
    await transaction(services, async (tx) => {
      const gone = await deletePasskey(tx, user.id, c.req.param('id'));
      if (!gone) throw new ApiError(404, texts.UNKNOWN_PASSKEY);
      const what = 'A passkey was removed.';
      await afterSecondFactorChange(tx, services, user, { token: c.var.token ?? '', what });
    });
    return c.json({ ...ok, message: texts.PASSKEY_REMOVED });
  })

  .post('/second-factor/recovery-codes', verifiedOnly, confirmedOnly, async (c) => {
    const { services } = c.var;
    const user = requireUser(c);
    const recoveryCodes = await transaction(services, async (tx) => {
      const codes = (await factorsOf(tx, user.id)) ? await makeRecoveryCodes(tx, user.id) : [];
      const what = 'New recovery codes were made.';
      await afterSecondFactorChange(tx, services, user, { token: c.var.token ?? '', what });
      return codes;
    });
    return c.json({ ...ok, message: texts.CODES_MADE, recoveryCodes });
  })

  .get('/confirmation', verifiedOnly, confirmedOnly, (c) => c.json(ok))
  .get('/confirmation/ways', verifiedOnly, async (c) => {
    const factors = await factorsOf(c.var.services.store.db, requireUser(c).id);
    return c.json({ ...ok, totp: factors?.totp ?? false, passkey: factors?.passkey ?? false });
  })
  .post('/confirmation', verifiedOnly, validate(confirmBody), async (c) => {
    await confirmSession(c, c.req.valid('json'));
    return c.json({ ...ok, message: texts.CONFIRMED });
  })
  .post('/confirmation/passkey', verifiedOnly, async (c) => {
    const key = sessionKey(c, 'confirm');
    const options = await authenticationOptions(c.var.services, requireUser(c), key);
    return c.json({ ...ok, options });
  });
