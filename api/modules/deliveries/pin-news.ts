import type { Db } from '../../../db/database.ts';
import type { Side } from '../../../db/schema/states.ts';
import type { Order } from '../../../db/schema.ts';
import type { Subscriber } from '../../platform/events.ts';
import { nextCollectedMail } from '../../platform/mail/collected-mail.ts';
import { cancelQueuedMail } from '../../platform/mail/queries.ts';
import { orderTitle } from '../orders/dto.ts';
import type { News } from '../orders/news.ts';
import { orderPath, otherSide } from '../orders/next-rules.ts';
import type { PinsSeen, PinWritten } from './events.ts';
import { listPins, quotePin } from './pins.ts';

/** What a mail quotes at most; it says how much more there is. */
const MAX_QUOTED = 20;

const mailKey = (orderId: string, by: Side) => `pins:${orderId}:${by}:`;

/** Of one side; its pins and answers are told together. */
export const pinsMessage = (order: Order, by: Side): string =>
  `${by === 'buyer' ? order.buyer_name : 'The seller'} has commented on the delivery: ${orderTitle(order)}.`;

/** A burst of pins and answers is one notification and one mail, which is not sent when they are seen in time. */
export const written: News<PinWritten> = {
  tell: async ({ order, by, at }, { clock }, tx) => {
    const prefix = mailKey(order.id, by);
    const { notBefore, from } = await nextCollectedMail(tx, prefix, at, clock());
    const name = by === 'buyer' ? order.buyer_name : 'The seller';
    const side = otherSide(by);
    return {
      to: by === 'buyer' ? 'owner' : order.buyer_id,
      type: 'revision',
      message: pinsMessage(order, by),
      burst: { isBegun: from !== at },
      mail: {
        result: 'New comments',
        paragraphs: [`${name} has commented on the delivery:`],
        quote: await quotePins(tx, order.id, { by, from }),
        action: { label: 'See the delivery', path: `${orderPath(side, order.id)}#delivered` },
        dedupeKey: `${prefix}${notBefore}|${from}`,
        notBefore,
      },
    };
  },
};

async function quotePins(db: Db, orderId: string, { by, from }: { by: Side; from: string }) {
  const said = (await listPins(db, orderId)).flatMap((pin) =>
    [pin, ...pin.replies]
      .filter((each) => each.by === by && each.createdAt >= from)
      .map(({ text }) => quotePin(pin, text)),
  );
  const more = said.length - MAX_QUOTED;
  return [...said.slice(0, MAX_QUOTED), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n');
}

/** What a reader has seen is not mailed any more. */
export const cancelPinsMail: Subscriber<PinsSeen> = (tx, _, { order, by }) =>
  cancelQueuedMail(tx, mailKey(order.id, otherSide(by)));
