import { beforeAll, expect, test } from 'vitest';
import { MIN_REPLIES_COUNTED } from '../../api/modules/chat/reply-time-rules.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

const MINUTE = 60_000;

shareApp();

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});

const write = (who: Person, orderId: string, messageText: string) =>
  who.post('/api/v1/communicate/send-message', { orderId, messageText });

const answersWithin = async (who: Person, orderId: string) => {
  const { body } = await who.post('/api/v1/communicate/order/user-conversation', { orderId });
  return body.conversation.answersWithin;
};

test('a buyer reads how soon the owner usually answers, from the first answers of enough conversations', async () => {
  const { person: asha } = await insertBuyer(app);
  const waits = [30, 90, 20, 600, 45];
  expect(waits).toHaveLength(MIN_REPLIES_COUNTED);
  let orderId = '';
  for (const wait of waits) {
    orderId = await paidOrder(app, asha);
    expect(await answersWithin(asha, orderId)).toBeNull();
    // Messages of the owner without a question are no answer, and only the first answer counts.
    await write(owner, orderId, 'Welcome');
    await write(asha, orderId, 'When do you begin?');
    app.advance(wait * MINUTE);
    // A session of the owner ends after half a day without use.
    owner = await ownerOf(app);
    await write(owner, orderId, 'Tomorrow');
    app.advance(5_000 * MINUTE);
    owner = await ownerOf(app);
    await write(owner, orderId, 'It is under way');
  }
  // The time of the calls themselves is added.
  const minutes = await answersWithin(asha, orderId);
  expect(minutes).toBeGreaterThanOrEqual(45);
  expect(minutes).toBeLessThan(90);
});
