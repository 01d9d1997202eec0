import { expect, test } from 'vitest';
import { ALL_KINDS } from '../../api/modules/catalog/content/kinds.ts';
import { CHANGED_ELSEWHERE } from '../../api/platform/saving/texts.ts';
import type { Person } from '../support/http-client.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy } from '../support/payments.ts';
import { idOf, WEBSITE } from '../support/people.ts';
import {
  askQuestion,
  newQuoteId,
  QUOTE_IN_THREE_INSTALMENTS,
  saveQuoteDraft,
} from '../support/quotes.ts';
import { callsOf } from '../support/routes.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

interface SavedDocument {
  who: () => Person;
  path: string;
  /** The body with which a tab that is opened now saves this text. */
  open: () => Promise<(text: string) => object>;
  /** A text of what is stored. */
  stored: () => Promise<unknown>;
}

/** A document of the dashboard whose GET answers it under `name`. */
function ofOwner(call: string, name: string, change: (text: string) => object): SavedDocument {
  const path = `/api/v1/desk/${call}`;
  const read = async () => (await owner.get(path)).body[name];
  return {
    who: () => owner,
    path,
    open: async () => {
      const loaded = await read();
      return (text) => ({ ...loaded, ...change(text) });
    },
    stored: read,
  };
}

async function seller(): Promise<SavedDocument> {
  const read = async () => (await owner.get('/api/v1/desk/tax')).body.tax.seller;
  return {
    who: () => owner,
    path: '/api/v1/desk/tax/seller',
    open: async () => {
      const { version } = await read();
      return (name) => ({ name, version });
    },
    stored: read,
  };
}

async function firstProject(): Promise<string> {
  return (await owner.get('/api/v1/desk/projects')).body.projects[0]._id;
}

async function quoteDraft(): Promise<SavedDocument> {
  const conversationId = await askQuestion(asha);
  const id = newQuoteId();
  expect((await saveQuoteDraft(owner, conversationId, {}, id)).status).toBe(200);
  const read = async () => {
    const { body } = await owner.get(`/api/v1/desk/quotes/of/${conversationId}`);
    return body.quotes[0].draft;
  };
  return {
    who: () => owner,
    path: `/api/v1/desk/quotes/${id}`,
    open: async () => {
      const { version } = await read();
      return (title) => ({ ...QUOTE_IN_THREE_INSTALMENTS, conversationId, version, title });
    },
    stored: read,
  };
}

async function clientNotes(): Promise<SavedDocument> {
  await askQuestion(asha);
  const path = `/api/v1/desk/clients/${await idOf(asha)}`;
  const read = async () => (await owner.get(path)).body.client.notes;
  return {
    who: () => owner,
    path: `${path}/notes`,
    open: async () => {
      const { version } = await read();
      return (text) => ({ text, version });
    },
    stored: read,
  };
}

async function requirements(): Promise<SavedDocument> {
  const { orderId } = await buy(app, asha);
  const path = `/api/v1/gig/order/${orderId}/requirements`;
  const read = async () => (await asha.get(path)).body.requirements;
  return {
    who: () => asha,
    path,
    open: async () => {
      const basedOn = (await read())?.updatedAt ?? null;
      return (text) => ({ text, links: [], basedOn });
    },
    stored: read,
  };
}

const DOCUMENTS: Record<string, () => Promise<SavedDocument>> = {
  'PUT /api/v1/desk/availability': async () =>
    ofOwner('availability', 'availability', (name) => ({
      holidays: [{ day: '2027-01-26', name }],
    })),
  'PUT /api/v1/desk/clients/:id/notes': clientNotes,
  'PUT /api/v1/desk/cancellation-terms': async () =>
    ofOwner('cancellation-terms', 'terms', (text) => ({ accepted: text.length })),
  'PUT /api/v1/desk/profile': async () =>
    ofOwner('profile', 'profile', (location) => ({ location })),
  'PUT /api/v1/desk/tax/seller': seller,
  'PUT /api/v1/desk/legal': async () => ofOwner('legal', 'legal', (legalName) => ({ legalName })),
  'PUT /api/v1/desk/gigs/:id': async () =>
    ofOwner(`gigs/${WEBSITE}`, 'gig', (title) => ({ title })),
  'PUT /api/v1/desk/projects/:id': async () =>
    ofOwner(`projects/${await firstProject()}`, 'project', (title) => ({ title })),
  'PUT /api/v1/desk/quotes/:id': quoteDraft,
  'PUT /api/v1/gig/order/:orderId/requirements': requirements,
};

/** One choice, one line or one text, which its screen shows as a whole: the last one stays. */
const ONE_VALUE = [
  // It names the message that was last read.
  'PUT /api/v1/communicate/conversations/:id/waits',
  'PUT /api/v1/desk/disputes/:id/summary',
  'PUT /api/v1/desk/doctor/dkim',
  'PUT /api/v1/desk/first-steps',
  'PUT /api/v1/desk/orders/:id/files/:file/picture',
  'PUT /api/v1/desk/orders/pins/:pin/resolved',
  'PUT /api/v1/desk/payments/dollars',
  'PUT /api/v1/desk/payments/refund-speed',
  'PUT /api/v1/desk/publish/automatic',
  'PUT /api/v1/desk/reviews/:id/hidden',
  'PUT /api/v1/desk/reviews/:id/reply',
  'PUT /api/v1/desk/tax/declarations',
  'PUT /api/v1/desk/tax/deductions',
  'PUT /api/v1/desk/tax/letter',
  'PUT /api/v1/desk/tax/orders/:id/certificate',
  'PUT /api/v1/gig/delivery/pins/:pin/resolved',
  'PUT /api/v1/gig/order/:orderId/certificate',
  'PUT /api/v1/notify/client/preferences',
  'PUT /api/v1/user/second-factor/passkeys/:id',
  // It completes the next checkout, and is typed anew in each.
  'PUT /api/v1/gig/order/last-address',
];

/** All kinds have the same calls, which carry their own check of what was shown; gigs and projects stand for their documents. */
const OF_CONTENT = ALL_KINDS.flatMap(({ many }) =>
  [':id', ':id/status', 'order'].map((call) => `PUT /api/v1/desk/${many}/${call}`),
);

test('every call that replaces something is known to compare versions, or to replace one value', () => {
  const puts = callsOf(app.server.routes).filter((call) => call.startsWith('PUT '));
  expect(puts.sort()).toEqual(
    [...new Set([...Object.keys(DOCUMENTS), ...ONE_VALUE, ...OF_CONTENT])].sort(),
  );
});

test.each(Object.keys(DOCUMENTS))('%s keeps what another tab has saved meanwhile', async (call) => {
  const document = await DOCUMENTS[call]?.();
  if (!document) throw new Error(`${call} has no document`);
  const { who, path, open, stored } = document;
  const [first, second] = [await open(), await open()];
  const saved = await who().put(path, first('From the first tab'));
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const kept = await stored();
  const late = await who().put(path, second('From the second'));
  expect([late.status, late.body.message]).toEqual([409, CHANGED_ELSEWHERE]);
  expect(await stored()).toEqual(kept);

  const loaded = await open();
  expect((await who().put(path, loaded('From the second'))).status).toBe(200);
  expect(await stored()).not.toEqual(kept);
});

test('a quote whose answer was lost is stored again, and an old draft can be saved once', async () => {
  const { path, open } = await quoteDraft();
  const body = (await open())('The same');
  expect((await owner.put(path, body)).status).toBe(200);
  expect((await owner.put(path, body)).status).toBe(200);
});
