import type { Message, Notification, User } from '../../db/schema.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { orderChanged, roomOf } from '../lib/live.ts';
import { presentLive } from '../notifications/present.ts';
import { putTalkNews } from '../notifications/queries.ts';
import { WANTED } from '../notifications/rules.ts';
import { UNKNOWN_ORDER } from '../orders/rules.ts';
import { bindAttachments, listAttachments } from './attachments.ts';
import { mailWhenAway } from './away-mail.ts';
import { presentMessage, presentPerson, type WireMessage } from './present.ts';
import {
  type FoundTalk,
  findMessageByClientId,
  findTalk,
  insertMessage,
  setLastMessage,
} from './queries.ts';
import { ATTACHMENT_GONE, excerptOf, SUPPORT } from './rules.ts';
import type { Wanted } from './schema.ts';
import { openFor } from './talk.ts';

const EXCERPT = 140;

interface Sent {
  message: WireMessage;
  /** False when this client id was stored before: nothing is announced again. */
  fresh: boolean;
}

/** Stores a message once per client id, with its news and its mail, then announces it. */
export async function sendMessage(deps: Deps, sender: User, wanted: Wanted): Promise<Sent> {
  const { db } = deps.store;
  const talk = await findTalk(db, sender, wanted.orderId);
  if (!talk) throw new UserError(404, UNKNOWN_ORDER);
  const order = { id: talk.order_id, buyer_id: talk.buyer_id };
  const conversationId = talk.conversation_id ?? (await openFor(deps, order)).id;
  return transaction(deps, async (tx) => {
    const stored = await store(tx, deps, { sender, talk, conversationId, wanted });
    const { row, fresh, news } = stored;
    const files =
      fresh && wanted.attachments.length === 0 ? [] : await listAttachments(tx, [row.id]);
    const message = presentMessage(row, files);
    if (fresh) {
      tx.onCommit(() => deps.live.tell(roomOf.conversation(conversationId), 'newMessage', message));
      if (sender.role !== 'owner') orderChanged(tx, deps.live, { id: order.id });
    }
    if (news) {
      const { event, body } = presentLive(news);
      tx.onCommit(() => deps.live.tell(roomOf.user(news.user_id), event, body));
    }
    return { message, fresh };
  });
}

interface Letter {
  sender: User;
  talk: FoundTalk;
  conversationId: string;
  wanted: Wanted;
}

interface Stored {
  row: Message;
  fresh: boolean;
  news: Notification | null;
}

async function store(tx: Tx, deps: Deps, letter: Letter): Promise<Stored> {
  const { sender, conversationId, wanted } = letter;
  const made = {
    id: newId(),
    conversation_id: conversationId,
    sender_id: sender.id,
    client_id: wanted.clientId ?? newId(),
    text: wanted.messageText,
    created_at: iso(deps.clock()),
  };
  const row = await insertMessage(tx, made);
  if (!row) {
    const known = await findMessageByClientId(tx, made);
    if (!known) throw new Error('a message was refused as known, and is not');
    return { row: known, fresh: false, news: null };
  }
  const files = new Set(wanted.attachments);
  const bound = await bindAttachments(tx, [...files], {
    conversationId,
    uploaderId: sender.id,
    messageId: row.id,
  });
  if (bound < files.size) throw new UserError(400, ATTACHMENT_GONE, { field: 'attachments' });
  await setLastMessage(tx, row);
  return { row, fresh: true, news: await tellOther(tx, deps, letter, row) };
}

async function tellOther(
  tx: Tx,
  deps: Deps,
  { sender, talk, conversationId, wanted }: Letter,
  row: Message,
): Promise<Notification | null> {
  const { reader_id: id, reader_email: email, reader_name: name, order_id: orderId } = talk;
  if (id === null || email === null || name === null || id === sender.id) return null;
  const excerpt = row.text.length > EXCERPT ? `${row.text.slice(0, EXCERPT)}…` : row.text;
  const message = excerptOf(excerpt, wanted.attachments.length);
  if (talk.email ?? WANTED.email) {
    await mailWhenAway(tx, deps, {
      reader: { id, email, name },
      from: presentPerson(sender)?.name || SUPPORT,
      readerIsOwner: sender.role !== 'owner',
      ...{ orderId, conversationId, message },
    });
  }
  if (!(talk.in_app ?? WANTED.inApp)) return null;
  return putTalkNews(tx, { id: newId(), userId: id, message, orderId, at: row.created_at });
}
