import type { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { type Ack, type Listener, type Peer, roomOf } from '../lib/live.ts';
import { markTalkRead } from '../notifications/queries.ts';
import { forgetAwayMail } from './away-mail.ts';
import { findConversationOf, markSeen } from './queries.ts';
import { UNKNOWN_CONVERSATION } from './rules.ts';
import { roomEvent, seenEvent, typingEvent } from './schema.ts';

const no = (message: string): Ack => ({ success: false, message });
const yes: Ack = { success: true };
const UNREADABLE = 'The event could not be read.';
const TOO_MANY = 'Too many conversations are open. Please reload the page.';

/** What a browser says while a conversation is open. */
export function chatListeners(deps: Deps): Record<string, Listener> {
  const { db } = deps.store;
  const find = (peer: Peer, id: string) =>
    findConversationOf(db, { id: peer.userId, role: peer.role }, id);

  return {
    joinConversation: checked(roomEvent, async (peer, id) => {
      if (!(await find(peer, id))) return no(UNKNOWN_CONVERSATION);
      return peer.join(roomOf.conversation(id)) ? yes : no(TOO_MANY);
    }),

    leaveConversation: checked(roomEvent, (peer, id) => {
      peer.leave(roomOf.conversation(id));
      return yes;
    }),

    markMessagesAsSeen: checked(seenEvent, async (peer, { conversationId, userId }) => {
      const talk = userId === peer.userId ? await find(peer, conversationId) : undefined;
      if (!talk) return no(UNKNOWN_CONVERSATION);
      const now = iso(deps.clock());
      const read = await transaction(deps, async (tx) => {
        const seen = await markSeen(tx, talk.id, userId, now);
        if (seen === 0) return null;
        await forgetAwayMail(tx, talk.id, userId);
        return markTalkRead(tx, userId, talk.order_id, now);
      });
      if (!read) return yes;
      deps.live.tell(roomOf.conversation(talk.id), 'messagesSeen', {
        conversationId: talk.id,
        userId,
      });
      const ids = read.map((each) => each.id);
      deps.live.tell(roomOf.user(userId), 'notificationsRead', { ids });
      return yes;
    }),

    typing: checked(typingEvent, (peer, { conversationId }) => {
      const room = roomOf.conversation(conversationId);
      if (!peer.isIn(room)) return no(UNKNOWN_CONVERSATION);
      peer.whisper(room, 'typing', { conversationId, userId: peer.userId });
      return yes;
    }),
  };
}

function checked<S extends z.ZodType>(
  shape: S,
  hear: (peer: Peer, sent: z.output<S>) => Promise<Ack> | Ack,
): Listener {
  return (peer, sent) => {
    const read = shape.safeParse(sent);
    return read.success ? hear(peer, read.data) : no(UNREADABLE);
  };
}
