import {
  type Ack,
  type Listener,
  roomNames,
  type SocketPeer,
} from '../../platform/realtime/realtime.ts';
import { rejection, validated } from '../../platform/realtime/validated-listener.ts';
import type { Services } from '../../platform/services.ts';
import { markAsSeen } from './mark-as-seen.ts';
import { findConversationOf, findLastSeen } from './queries.ts';
import { roomEvent, seenEvent, typingEvent } from './schema.ts';
import { UNKNOWN_CONVERSATION } from './texts.ts';

const yes: Ack = { success: true };
const TOO_MANY = 'Too many conversations are open. Please reload the page.';

/** The socket events of a browser that has a conversation open. */
export function chatSocketEvents(services: Services): Record<string, Listener> {
  const { db } = services.store;
  const find = (peer: SocketPeer, id: string) =>
    findConversationOf(db, { id: peer.userId, role: peer.role }, id);

  return {
    joinConversation: validated(roomEvent, async (peer, id) => {
      if (!(await find(peer, id))) return rejection(UNKNOWN_CONVERSATION);
      if (!peer.join(roomNames.conversation(id))) return rejection(TOO_MANY);
      // Read after joining the room, so that no message in between is missed.
      const lastMessageId = (await find(peer, id))?.last_message_id ?? null;
      const seenThrough = (await findLastSeen(db, id, peer.userId))?.id ?? null;
      return { success: true, lastMessageId, seenThrough };
    }),

    leaveConversation: validated(roomEvent, (peer, id) => {
      peer.leave(roomNames.conversation(id));
      return yes;
    }),

    markMessagesAsSeen: validated(seenEvent, async (peer, { conversationId, userId }) => {
      const conversation = userId === peer.userId ? await find(peer, conversationId) : undefined;
      if (!conversation) return rejection(UNKNOWN_CONVERSATION);
      await markAsSeen(services, conversation, userId);
      return yes;
    }),

    typing: validated(typingEvent, (peer, { conversationId }) => {
      const room = roomNames.conversation(conversationId);
      if (!peer.isIn(room)) return rejection(UNKNOWN_CONVERSATION);
      peer.broadcast(room, 'typing', { conversationId, userId: peer.userId });
      return yes;
    }),
  };
}
