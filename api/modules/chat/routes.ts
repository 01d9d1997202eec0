import { Hono } from 'hono';
import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { audited } from '../../platform/audit/audited.ts';
import { sendStored } from '../../platform/files/send-file.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { limitParallel } from '../../platform/rate-limiting/limit-parallel.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { ownersOnly, requireUser, requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { findAttachmentOf, PARALLEL_UPLOADS, UPLOADS, upload } from './attachments.ts';
import { listInbox, readConversation, toListedConversationDto } from './conversations.ts';
import { type MessageDto, toMessageDto } from './dto.ts';
import { askQuestion, listQuestions } from './questions.ts';
import {
  conversationBody,
  listQuery,
  questionBody,
  sendBody,
  uploadQuery,
  waitBody,
} from './schema.ts';
import { sendMessage } from './send-message.ts';

import {
  CONVERSATION_FETCHED,
  MAIL_DISOWNED,
  MESSAGE_SENT,
  NEEDS_NO_ANSWER,
  QUESTION_SENT,
  UNKNOWN_CONVERSATION,
  WAITS_AGAIN,
} from './texts.ts';
import { cancelUnreadMessageEmails } from './unread-message-email.ts';
import { countWaiting, setWait } from './waits.ts';

/** Takes out what a message of the owner quotes as the buyer's mail, because the buyer has not written it. */
const disownMail = (services: Services, buyer: User, id: string): Promise<MessageDto> =>
  transaction(services, async (tx) => {
    const row = await tx
      .updateTable('messages')
      .set({ text: MAIL_DISOWNED, by_mail: null })
      .where('id', '=', id)
      .where('by_mail', 'like', '%"takenFrom":%')
      .where('conversation_id', 'in', (eb) =>
        eb.selectFrom('conversations').select('id').where('buyer_id', '=', buyer.id),
      )
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ApiError(404, UNKNOWN_CONVERSATION);
    await tx.deleteFrom('attachments').where('message_id', '=', id).execute();
    await cancelUnreadMessageEmails(tx, row.conversation_id);
    const message = toMessageDto(row);
    const room = roomNames.conversation(row.conversation_id);
    tx.onCommit(() => services.realtime.emit(room, 'newMessage', message));
    return message;
  });

const limitUploads = limitParallel(PARALLEL_UPLOADS, (c) => requireUser(c).id);

export const chat = new Hono<Env>()
  .use(verifiedOnly)

  .post('/send-message', audited('Sent a message'), validate(sendBody), async (c) => {
    const sender = requireVerifiedUser(c);
    const { message, created } = await sendMessage(c.var.services, sender, c.req.valid('json'));
    const answer = { success: true as const, message: MESSAGE_SENT, data: message };
    return created ? c.json(answer, 201) : c.json(answer, 200);
  })

  .post(
    '/order/user-conversation',
    audited('Opened a conversation', { changesNothing: true }),
    validate(conversationBody),
    async (c) => {
      const conversation = await readConversation(
        c.var.services,
        requireVerifiedUser(c),
        c.req.valid('json'),
      );
      return c.json({ success: true as const, message: CONVERSATION_FETCHED, ...conversation });
    },
  )

  .post('/question', validate(questionBody), async (c) => {
    const buyer = requireVerifiedUser(c);
    const conversationId = await askQuestion(c.var.services, buyer, c.req.valid('json'));
    return c.json({ success: true as const, message: QUESTION_SENT, conversationId }, 201);
  })

  .get('/questions', async (c) => {
    const rows = await listQuestions(c.var.services.store.db, requireVerifiedUser(c).id);
    return c.json({
      success: true as const,
      questions: rows.map((row) => ({
        _id: row.id,
        gigId: row.gig_id,
        gigTitle: row.title,
        lastMessage: { messageText: row.text ?? '', senderId: row.sender_id ?? '' },
        lastMessageAt: row.last_message_at,
        unread: row.unread ?? 0,
      })),
    });
  })

  .get('/conversations', ownersOnly, async (c) => {
    requireVerifiedUser(c);
    const { db } = c.var.services.store;
    const more = { withUnproved: !c.var.assistant };
    const { rows, next } = await listInbox(db, { ...listQuery.parse(c.req.query()), ...more });
    return c.json({
      success: true as const,
      conversations: rows.map(toListedConversationDto),
      /** How many people wait for the owner, whatever is listed. */
      waiting: await countWaiting(db, more),
      /** Where the next page begins. */
      next,
    });
  })

  .put(
    '/conversations/:id/waits',
    ownersOnly,
    audited('Decided that a message needs no answer'),
    validate(waitBody),
    async (c) => {
      const { waits, lastMessage } = c.req.valid('json');
      await setWait(c.var.services, c.req.param('id'), { waits, lastMessage });
      return c.json({ success: true as const, message: waits ? WAITS_AGAIN : NEEDS_NO_ANSWER });
    },
  )

  .delete('/taken-mail/:id', audited('Took out a mail that they had not written'), async (c) => {
    const buyer = requireVerifiedUser(c);
    const data = await disownMail(c.var.services, buyer, c.req.param('id'));
    return c.json({ success: true as const, data });
  })

  .post('/attachment', audited('Sent a file'), limitUploads, async (c) => {
    const who = requireVerifiedUser(c);
    const query = uploadQuery.safeParse(c.req.query());
    if (!query.success) throw new ApiError(404, UNKNOWN_CONVERSATION);
    await c.var.services.limits.take(UPLOADS, who.id);
    const bytes = Buffer.from(await c.req.arrayBuffer());
    const data = await upload(c.var.services, who, { ...query.data, bytes });
    return c.json({ success: true as const, data }, 201);
  })

  .get('/attachment/:id', limitDownloads, async (c) => {
    const { db } = c.var.services.store;
    const file = await findAttachmentOf(db, requireVerifiedUser(c), c.req.param('id'));
    if (!file) throw new ApiError(404, UNKNOWN_CONVERSATION);
    const { id, originalHash, originalSize, original_name } = file;
    const original =
      c.req.query('original') !== undefined && originalHash && originalSize !== null
        ? { hash: originalHash, size: originalSize, etag: `"${id}-original"` }
        : null;
    const isPicture = file.kind === 'image' && !original;
    const name = (original && original_name) || file.name;
    return sendStored(c, original ?? { hash: file.hash, size: file.size, etag: `"${id}"` }, {
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Type': isPicture ? file.mime : 'application/octet-stream',
      'Content-Disposition': contentDisposition(isPicture ? 'inline' : 'attachment', name),
    });
  });
