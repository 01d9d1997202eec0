import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { isToDeliver } from '../../../api/modules/orders/rules.ts';
import { draftOf, saveDraft } from '../chat/chat-drafts.ts';
import { openConversation } from '../chat/owner-conversations-store.ts';

type Asked = Pick<
  AdminOrderDto,
  '_id' | 'orderStatus' | 'requirements' | 'deliveries' | 'isQuoted' | 'buyer' | 'OrderItems'
>;

/** Whether work begins without what the buyer needs in writing. A quote has said it. */
export const lacksRequirements = (order: Asked): boolean =>
  isToDeliver(order) && !order.requirements && !order.isQuoted && order.deliveries.length === 0;

/** A message that asks for the requirements, with the questions of the package. */
export function requestFor({ _id, buyer, OrderItems: [item] }: Asked, origin: string): string {
  const questions = item?.selectedPlan.questions ?? [];
  const name = buyer.name.split(' ')[0];
  const page = `${origin}/orders/${_id}`;
  return questions.length > 0
    ? [
        `Hello ${name}, to begin I need your answers:`,
        ...questions.map(({ question }, at) => `${at + 1}. ${question}`),
        `You can write them on the page of the order: ${page}`,
      ].join('\n')
    : `Hello ${name}, to begin I need to know what you have in mind: your texts, your pictures, and sites that you like. You can write it on the page of the order: ${page}`;
}

/** Opens the conversation with the message ready to send; what was typed there before stays. */
export function askForRequirements(order: AdminOrderDto): void {
  if (!draftOf(order._id).trim()) saveDraft(order._id, requestFor(order, location.origin));
  openConversation(order);
}
