import { expect } from 'vitest';
import type { Person } from './http-client.ts';
import { ADDRESS } from './people.ts';

export const askQuestion = async (person: Person, gigId: string | null = null): Promise<string> => {
  const sent = { questionId: crypto.randomUUID(), gigId, messageText: 'Can you do this?' };
  const { status, body } = await person.post('/api/v1/communicate/question', sent);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.conversationId;
};

/** A quote in three instalments, as the dashboard sends it. */
export const QUOTE_IN_THREE_INSTALMENTS = {
  title: 'A shop in Marathi',
  scope: ['Twelve pages', 'Payments', 'A newsletter'],
  price: 60_000.5,
  parts: [
    { title: 'Start', amount: 20_000.5, due: 'accepting' },
    { title: 'Design', amount: 20_000, due: 'delivery' },
    { title: 'Launch', amount: 20_000, due: 'completion' },
  ],
  deliveryDays: 30,
  revisions: 2,
};

export const saveQuoteDraft = (
  owner: Person,
  conversationId: string,
  more: object = {},
  id = newQuoteId(),
) =>
  owner.put(`/api/v1/desk/quotes/${id}`, {
    conversationId,
    ...QUOTE_IN_THREE_INSTALMENTS,
    ...more,
  });
export const newQuoteId = (): string => crypto.randomUUID();
export const sendQuoteDraft = (owner: Person, id: string) =>
  owner.post(`/api/v1/desk/quotes/${id}/send`, {});
export const withdrawQuote = (owner: Person, id: string) =>
  owner.post(`/api/v1/desk/quotes/${id}/withdraw`, {});
export const acceptQuote = (
  person: Person,
  id: string,
  addressInfo: object = ADDRESS,
  more: object = {},
) => person.post(`/api/v1/quote/${id}/accept`, { addressInfo, ...more });
export const declineQuote = (person: Person, id: string) =>
  person.post(`/api/v1/quote/${id}/decline`, {});
export const quotesIn = async (person: Person, conversationId: string) =>
  (await person.get(`/api/v1/quote/of/${conversationId}`)).body.quotes;

/** Sends a quote in this conversation and returns its id. */
export async function sendQuote(owner: Person, conversationId: string, more: object = {}) {
  const id = newQuoteId();
  const saved = await saveQuoteDraft(owner, conversationId, more, id);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const sent = await sendQuoteDraft(owner, id);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return id;
}
