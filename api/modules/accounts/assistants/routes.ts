import { Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../../../db/transaction.ts';
import { audited } from '../../../platform/audit/audited.ts';
import { iso } from '../../../platform/clock.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { validate } from '../../../platform/http/validate.ts';
import { requestInfoOf } from '../request-info.ts';
import { emailOnlyBody, nameBody, newPasswordBody } from '../schema.ts';
import { confirmedOwnersOnly } from '../second-factor/confirm.ts';
import { factorsOf } from '../second-factor/factors.ts';
import { acceptInvitation, inviteAssistant, removeAssistant } from './invitations.ts';
import { deleteInvitation, listAssistants, listInvitations } from './queries.ts';

const INVITED = 'The invitation is on its way.';
const INVITATION_CANCELLED = 'The invitation is cancelled.';
const UNKNOWN_INVITATION = 'There is no such invitation any more.';
const ACCEPTED = 'You are an assistant now. Please sign in.';
const ASSISTANT_ENDED = 'Their access has ended, and they are signed out everywhere.';

const success = <M extends string>(message: M) => ({ success: true as const, message });

/** Routes for the person with the invitation link; no sign-in is needed. */
export const invitationRoutes = new Hono<Env>().post(
  '/invitation/:token',
  audited('Became an assistant', { byVisitors: true }),
  validate(z.object({ ...nameBody.shape, ...newPasswordBody.shape })),
  async (c) => {
    const acceptance = { token: c.req.param('token'), ...c.req.valid('json') };
    await acceptInvitation(c.var.services, acceptance, requestInfoOf(c));
    return c.json(success(ACCEPTED));
  },
);

/** Routes of the owner for assistants and open invitations. */
export const adminAssistantRoutes = new Hono<Env>()

  .get('/', async (c) => {
    const { store, clock } = c.var.services;
    const rows = await listAssistants(store.db);
    const assistants = rows.map(async (row) => ({
      ...{ _id: row.id, name: row.name, email: row.email },
      ...{ since: row.assistant_since ?? '', lastLogin: row.last_login_at },
      hasSecondFactor: (await factorsOf(store.db, row.id)) !== null,
    }));
    const invitations = await listInvitations(store.db, iso(clock()));
    return c.json({
      success: true as const,
      assistants: await Promise.all(assistants),
      invitations: invitations.map((row) => ({
        ...{ _id: row.id, email: row.email, expiresAt: row.expires_at },
      })),
    });
  })

  .post(
    '/invitations',
    audited('Invited an assistant'),
    validate(emailOnlyBody),
    confirmedOwnersOnly,
    async (c) => {
      await inviteAssistant(c.var.services, c.req.valid('json').email);
      return c.json(success(INVITED), 201);
    },
  )

  .delete('/invitations/:id', audited('Cancelled an invitation'), async (c) => {
    await transaction(c.var.services, async (tx) => {
      const found = await deleteInvitation(tx, c.req.param('id'));
      if (!found) throw new ApiError(404, UNKNOWN_INVITATION);
    });
    return c.json(success(INVITATION_CANCELLED));
  })

  .delete('/:id', audited('Removed an assistant'), async (c) => {
    await removeAssistant(c.var.services, c.req.param('id'));
    return c.json(success(ASSISTANT_ENDED));
  });
