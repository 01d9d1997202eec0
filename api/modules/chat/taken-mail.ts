import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { type MessageDto, toMessageDto } from './dto.ts';
import { MAIL_DISOWNED, UNKNOWN_CONVERSATION } from './texts.ts';
import { cancelUnreadMessageEmails } from './unread-message-email.ts';

/** Takes out what a message of the owner quotes as the buyer's mail, because the buyer has not written it. */
export const disownMail = (services: Services, buyer: User, id: string): Promise<MessageDto> =>
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
