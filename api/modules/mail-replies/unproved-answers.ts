import { Hono } from 'hono';
import type { Db } from '../../../db/database.ts';
import type { UnprovedAnswer } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { audited } from '../../platform/audit/audited.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import { UNPROVED_DAYS } from './limits.ts';
import { DISMISSED, GONE, UNPROVED, type Unproved } from './texts.ts';

const toUnprovedAnswerDto = (row: UnprovedAnswer) => ({
  _id: row.id,
  /** The address that it says it is from. */
  from: row.sender,
  text: row.text,
  /** The names of its files, which are not kept. */
  files: JSON.parse(row.files) as string[],
  why: UNPROVED[row.reason as Unproved],
  receivedAt: row.received_at,
  keptUntil: later(new Date(row.received_at), UNPROVED_DAYS * DAY),
});

export type UnprovedAnswerDto = ReturnType<typeof toUnprovedAnswerDto>;

/** The answers by mail in a conversation of which nobody knows who wrote them, oldest first. For the owner only. */
export async function listUnprovedAnswers(
  db: Db,
  conversationId: string,
): Promise<UnprovedAnswerDto[]> {
  const rows = await db
    .selectFrom('unproved_answers')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('dismissed_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return rows.map(toUnprovedAnswerDto);
}

/** Calls of the owner; the answers come with the offers of their conversation. */
export const unprovedAnswerRoutes = new Hono<Env>().delete(
  '/:id',
  audited('Dismissed an unproved answer'),
  async (c) => {
    const { clock, realtime } = c.var.services;
    await transaction(c.var.services, async (tx) => {
      const dismissed = await tx
        .updateTable('unproved_answers')
        .set({ dismissed_at: iso(clock()), sender: '', text: '', files: '[]' })
        .where('id', '=', c.req.param('id'))
        .where('dismissed_at', 'is', null)
        .returning((eb) =>
          eb
            .selectFrom('conversations')
            .select('order_id')
            .whereRef('conversations.id', '=', 'unproved_answers.conversation_id')
            .as('orderId'),
        )
        .executeTakeFirst();
      if (!dismissed) throw new ApiError(404, GONE);
      tx.onCommit(() => realtime.emit(roomNames.owner, 'orderChanged', dismissed));
    });
    return c.json({ success: true as const, message: DISMISSED });
  },
);
