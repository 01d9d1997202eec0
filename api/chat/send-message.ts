import type { Db } from '../../db/connect.ts';
import type { Conversation, Message, Notification, Order, User } from '../../db/schema.ts';
import { findOwner, findUser } from '../accounts/queries.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { roomOf } from '../lib/live.ts';
import { presentLive } from '../notifications/present.ts';
import { preferenceOf, putTalkNews } from '../notifications/queries.ts';
import { bindAttachments, listAttachments } from './attachments.ts';
import { mailWhenAway } from './away-mail.ts';
import { presentMessage, presentPerson, type WireMessage } from './present.ts';
import { findMessageByClientId, insertMessage, setLastMessage } from './queries.ts';
import { ATTACHMENT_GONE, SUPPORT } from './rules.ts';
import type { Wanted } from './schema.ts';
import { conversationFor, orderFor } from './talk.ts';

const EXCERPT = 140;

interface Sent {
  message: WireMessage;
  /** False when this client id was stored before: nothing is announced again. */
  fresh: boolean;
}

/** Stores a message once per client id, with its news and its mail, then announces it. */
export async function sendMessage(deps: Deps, sender: User, wanted: Wanted): Promise<Sent> {
  const { db } = deps.store;
  const order = await orderFor(db, sender, wanted.orderId);
  const conversation = await conversationFor(deps, order);
  const stored = await db
    .transaction()
    .execute((tx) => store(tx, deps, { sender, order, conversation, wanted }));
  const message = presentMessage(stored.row, await listAttachments(db, [stored.row.id]));
  if (stored.fresh) {
    deps.live.tell(roomOf.conversation(conversation.id), 'newMessage', message);
    if (stored.news) {
      const { event, body } = presentLive(stored.news);
      deps.live.tell(roomOf.user(stored.news.user_id), event, body);
    }
  }
  return { message, fresh: stored.fresh };
}

interface Letter {
  sender: User;
  order: Order;
  conversation: Conversation;
  wanted: Wanted;
}

async function store(
  tx: Db,
  deps: Deps,
  letter: Letter,
): Promise<{ row: Message; fresh: boolean; news: Notification | null }> {
  const { sender, conversation, wanted } = letter;
  const key = {
    conversation_id: conversation.id,
    sender_id: sender.id,
    client_id: wanted.clientId ?? newId(),
  };
  const row = await insertMessage(tx, {
    ...key,
    id: newId(),
    text: wanted.messageText,
    seen_at: null,
    created_at: iso(deps.clock()),
  });
  if (!row) {
    const known = await findMessageByClientId(tx, key);
    if (!known) throw new Error('a message was refused as known, and is not');
    return { row: known, fresh: false, news: null };
  }
  const files = new Set(wanted.attachments);
  const bound = await bindAttachments(tx, [...files], {
    conversationId: conversation.id,
    uploaderId: sender.id,
    messageId: row.id,
  });
  if (bound < files.size) throw new UserError(400, ATTACHMENT_GONE, { field: 'attachments' });
  await setLastMessage(tx, row);
  return { row, fresh: true, news: await tellOther(tx, deps, letter, row) };
}

async function tellOther(
  tx: Db,
  deps: Deps,
  { sender, order, conversation }: Letter,
  row: Message,
): Promise<Notification | null> {
  const isOwner = sender.role === 'owner';
  const reader = isOwner ? await findUser(tx, order.buyer_id) : await findOwner(tx);
  if (!reader || reader.id === sender.id) return null;
  const wanted = await preferenceOf(tx, reader.id, 'new_message');
  const excerpt = row.text.length > EXCERPT ? `${row.text.slice(0, EXCERPT)}…` : row.text;
  const message = excerpt || 'Sent you a file.';
  if (wanted.email) {
    const name = presentPerson(sender)?.name || SUPPORT;
    await mailWhenAway(tx, deps, { reader, from: name, order, conversation, message });
  }
  if (!wanted.inApp) return null;
  return putTalkNews(tx, {
    id: newId(),
    user_id: reader.id,
    type: 'new_message',
    message,
    order_id: order.id,
    live: null,
    told_at: row.created_at,
    read_at: null,
    created_at: row.created_at,
  });
}
