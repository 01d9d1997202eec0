import { Hono } from 'hono';
import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { audited } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { requireVerifiedUser } from '../accounts/guards.ts';
import { findConversation } from '../chat/queries.ts';
import { sendMessageIn } from '../chat/send-message.ts';
import { MAX_MESSAGE_LENGTH } from '../chat/texts.ts';
import { connectTo, fetchHead, fetchWhole, validityOf } from './mailbox.ts';
import { clientIdOf, storeFiles } from './take-answer.ts';
import { readInThread } from './take-mail.ts';
import { DISMISSED, GONE, LONG, MAIL_GONE, MAILBOX_AWAY, TAKEN, TAKEN_OVER } from './texts.ts';
import { dismissAnswer, findUnprovedAnswer } from './unproved-answers.ts';
import { mailId } from './waiting-mails.ts';

/** Calls of the owner; the answers come with the offers of their conversation. */
export const unprovedAnswerRoutes = new Hono<Env>()
  .post('/:id/take-over', audited('Took an unproved answer over'), async (c) => {
    await takeOver(c.var.services, requireVerifiedUser(c), c.req.param('id'));
    return c.json({ success: true as const, message: TAKEN_OVER });
  })

  .delete('/:id', audited('Dismissed an unproved answer'), async (c) => {
    const { services } = c.var;
    await transaction(services, (tx) => dismissAnswer(tx, services, c.req.param('id')));
    return c.json({ success: true as const, message: DISMISSED });
  });

/** Makes of an unproved answer a message of the owner that quotes it. It is never the client's words, so it agrees to nothing. */
async function takeOver(services: Services, owner: User, id: string): Promise<void> {
  const { db } = services.store;
  const answer = await findUnprovedAnswer(db, id);
  const conversation = answer && (await findConversation(db, answer.conversation_id));
  if (!answer || !conversation) throw new ApiError(404, GONE);
  const mail = await readAgain(services, answer.mail);
  const { attachments, refused } = await storeFiles(
    services,
    { conversation, person: owner },
    mail,
  );
  const takenFrom = answer.sender || mail.from;
  const whole = `${TAKEN(takenFrom)}\n\n${mail.text.replace(/^/gm, '> ')}`;
  const messageText = whole.slice(0, MAX_MESSAGE_LENGTH);
  const long = messageText.length < whole.length ? [LONG] : [];
  const notes = [...new Set([...mail.notes, ...refused, ...long])];
  await transaction(services, async (tx) => {
    await dismissAnswer(tx, services, id);
    await sendMessageIn(tx, services, owner, {
      ...{ conversationId: conversation.id, messageText, attachments },
      clientId: clientIdOf(`taken over ${id}`),
      byMail: { notes, quoted: mail.quoted, takenFrom },
    });
  });
}

/** The text and the files of a mail, fetched from the mailbox again. */
async function readAgain(services: Services, mail: string) {
  const { mailReplies: mailbox } = services.config;
  const from = mailbox && (await connectTo(mailbox).catch(() => null));
  if (!mailbox || !from) throw new ApiError(503, MAILBOX_AWAY);
  try {
    const uid = Number(mail.slice(mail.indexOf(':') + 1));
    const isThere =
      mail === mailId(validityOf(from), uid) && (await fetchHead(from, uid, mailbox.address));
    if (!isThere) throw new ApiError(409, MAIL_GONE);
    const raw = await fetchWhole(from, uid);
    return await readInThread(services, mailbox, {
      ...{ raw, token: '', email: '', marks: [], records: {}, isStrict: true },
      receivedAt: services.clock(),
    });
  } finally {
    from.close();
  }
}
