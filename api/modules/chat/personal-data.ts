import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { cancelUnreadMessageEmails } from './unread-message-email.ts';

const GONE = { text: 'This message left with its account.', by_mail: null };
const ofTheConversation = { of: { conversation_id: 'conversations' } } as const;

/** The conversation of an order is part of the accounting records: it is not deleted, but its texts are. */
export const personalData: PersonalData = {
  tables: {
    attachments: {
      ...{ of: 'uploader_id', as: 'files', by: 'created_at id', erased: 'rows' },
      exported: 'name original_name mime size width height created_at conversation_id',
      unexported: {
        'in the conversation': 'file_hash original_hash',
        'the kind of file and its place': 'kind position message_id',
      },
    },
    messages: {
      ...{ of: 'sender_id', as: 'messages', by: 'conversation_id seq' },
      exported: 'conversation_id text by_mail created_at',
      unexported: { 'when others read it': 'seen_at', 'the order is the list': 'seq client_id' },
      // The other person can still open the conversation.
      erased: GONE,
    },
    unproved_answers: {
      ...{ ...ofTheConversation, erased: 'rows' },
      unexported: {
        'nobody knows whether the person wrote them':
          'message_key mail sender text files reason received_at dropped dismissed_at',
      },
    },
    waiting_mails: {
      ...{ ...ofTheConversation, erased: 'rows' },
      unexported: { 'places in a mailbox': 'uid tries next_try_at reason since' },
    },
    conversations: {
      ...{ of: 'buyer_id', isOfClient: true, as: 'conversations', by: 'created_at id' },
      exported: 'id order_id gig_id created_at',
      unexported: {
        'secrets in the mails that the person has': 'reply_token owner_reply_token',
        'the messages say it': 'last_message_id last_message_at last_message_seq waits_since',
      },
      erased: { reply_token: null, owner_reply_token: null, waits_since: null },
    },
  },
  /** A question without an order goes completely: nothing refers to it. Mails that quote a message are not sent. */
  async erase(tx, user) {
    for (const { id } of await listConversations(tx, user).execute())
      await cancelUnreadMessageEmails(tx, id);
    // Messages of the owner that quote a mail as theirs.
    await tx
      .updateTable('messages')
      .set(GONE)
      .where('conversation_id', 'in', listConversations(tx, user))
      .where('by_mail', 'like', '%"takenFrom":%')
      .execute();
    const questions = listConversations(tx, user).where('order_id', 'is', null);
    for (const table of ['attachments', 'messages', 'unproved_answers'] as const)
      await tx.deleteFrom(table).where('conversation_id', 'in', questions).execute();
    await tx.deleteFrom('conversations').where('id', 'in', questions).execute();
  },
};

const listConversations = (db: Db, user: User) =>
  db.selectFrom('conversations').select('id').where('buyer_id', '=', user.id);
