import { expect, test } from 'vitest';
import { expireQuotes } from '../../api/modules/quotes/expire-quotes.ts';
import { DAY } from '../../api/platform/clock.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../support/quotes.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

test('only a quote in several parts has a first part to pay', async () => {
  const owner = await ownerOf(app);
  const { person } = await insertBuyer(app);
  const inOnePart = { title: 'A page', parts: [{ title: '', amount: 60_000.5, due: 'accepting' }] };
  for (const more of [inOnePart, {}])
    await acceptQuote(person, await sendQuote(owner, await askQuestion(person), more));
  app.advance(8 * DAY);
  await expireQuotes(app.server.services);
  const stored = await app.server.services.store.db
    .selectFrom('notifications')
    .select('message')
    .execute();
  const messages = stored.map(({ message }) => message);
  expect(messages).toEqual(
    expect.arrayContaining([
      'The quote "A page" is accepted. Its price, ₹60,000.50, is to be paid within 7 days.',
      'The quote "A shop in Marathi" is accepted. Its first part, ₹20,000.50, is to be paid within 7 days.',
      'The quote "A page" has lapsed: it was not paid within 7 days. Nothing was charged.',
      'The quote "A shop in Marathi" has lapsed: its first part was not paid within 7 days. Nothing was charged.',
    ]),
  );
});
