import { atom } from 'nanostores';
import { isOrderable } from '../../../api/modules/catalog/gigs/rules.ts';
import type { AdminQuoteDto } from '../../../api/modules/quotes/dto.ts';
import { VALID_DAYS } from '../../../api/modules/quotes/texts.ts';
import type { Currency } from '../../../api/platform/money/rules.ts';
import { adminApi, runAdminAction } from '../../admin/requests.ts';
import { $sellsInDollars } from '../../admin/terms/terms-store.ts';
import { api, readJson } from '../../lib/api.ts';
import { createOffers } from '../offers/offers.tsx';
import { splitEqually } from './owner-split-equally.ts';

type Due = AdminQuoteDto['draft']['parts'][number]['due'];

/** The values of the form; numbers stay text until they are sent. */
export interface QuoteFields {
  title: string;
  /** One item per line. */
  scope: string;
  price: string;
  currency: Currency;
  instalments: { key: string; title: string; amount: string; due: Due; day: string }[];
  deliveryDays: string;
  revisions: string;
  validDays: string;
  opensWhenPaid: boolean;
}

export const offersOfOwner = createOffers((conversationId) =>
  readJson(adminApi.quotes.of[':conversationId'].$get({ param: { conversationId } })),
);

interface QuoteBeingWritten {
  id: string;
  conversationId: string;
  /** Of the stored draft; 0 for a new one. */
  version: number;
  fields: QuoteFields;
}

/** The quote that is being written, and the conversation it is for. */
export const $quoteForm = atom<QuoteBeingWritten | null>(null);

const newInstalment = (at: number, amount: string): QuoteFields['instalments'][number] => ({
  ...{ key: crypto.randomUUID(), title: '', amount, day: '' },
  due: at === 0 ? 'accepting' : 'delivery',
});

const EMPTY: QuoteFields = {
  ...{
    title: '',
    scope: '',
    price: '',
    currency: 'INR' as const,
    deliveryDays: '14',
    revisions: '2',
  },
  ...{ instalments: [], validDays: String(VALID_DAYS), opensWhenPaid: false },
};

/** A new quote, or a new version of one: a sent quote is never changed. */
export function openQuoteForm(conversationId: string, from?: AdminQuoteDto): void {
  void $sellsInDollars.load();
  const isDraft = from?.status === 'Draft';
  $quoteForm.set({
    id: isDraft ? from._id : crypto.randomUUID(),
    conversationId,
    version: isDraft ? from.draft.version : 0,
    fields: from ? fieldsOf(from.draft) : { ...EMPTY, instalments: [newInstalment(0, '')] },
  });
}

const fieldsOf = (draft: AdminQuoteDto['draft']): QuoteFields => ({
  title: draft.title,
  scope: draft.scope.join('\n'),
  price: String(draft.price),
  currency: draft.currency,
  instalments: draft.parts.map((each) => ({
    ...{ key: crypto.randomUUID(), title: each.title, amount: String(each.amount) },
    ...{ due: each.due, day: each.day ?? '' },
  })),
  deliveryDays: String(draft.deliveryDays),
  revisions: String(draft.revisions),
  validDays: String(draft.validDays),
  opensWhenPaid: draft.opensWhenPaid ?? false,
});

export const closeQuoteForm = (): void => $quoteForm.set(null);

export function changeQuoteFields(changes: Partial<QuoteFields>): void {
  const writing = $quoteForm.get();
  if (writing) $quoteForm.set({ ...writing, fields: { ...writing.fields, ...changes } });
}

/** Splits the price into this number of instalments; typed titles and dates stay. */
export function splitIntoInstalments(count: number, price: string): void {
  const known = $quoteForm.get()?.fields.instalments ?? [];
  const amounts = Number(price) > 0 ? splitEqually(Number(price), count).map(String) : [];
  changeQuoteFields({
    price,
    instalments: Array.from({ length: count }, (_, at) => ({
      ...(known[at] ?? newInstalment(at, '')),
      amount: amounts[at] ?? '',
    })),
  });
}

const fetchGigs = async () => (await readJson(api.gig.get.$get())).gigs;
type Plan = Awaited<ReturnType<typeof fetchGigs>>[number]['PricingPlans'][number];

/** The packages of the gigs that can be ordered, from which a quote can be filled. */
export async function listPlans(): Promise<{ label: string; title: string; plan: Plan }[]> {
  const gigs = await fetchGigs().catch(() => []);
  return gigs
    .filter(isOrderable)
    .flatMap(({ title, PricingPlans }) =>
      PricingPlans.map((plan) => ({ label: `${title}: ${plan.planType}`, title, plan })),
    );
}

export function fillFromPlan(title: string, plan: Plan): void {
  changeQuoteFields({
    title,
    currency: 'INR',
    scope: plan.features.join('\n'),
    deliveryDays: String(plan.deliveryDays),
    revisions: String(plan.revisionCount),
    opensWhenPaid: plan.opensWhenPaid ?? false,
  });
  splitIntoInstalments(
    Math.max(1, $quoteForm.get()?.fields.instalments.length ?? 1),
    String(plan.price),
  );
}

async function findStored({ id, conversationId }: QuoteBeingWritten) {
  const { quotes } = await readJson(
    adminApi.quotes.of[':conversationId'].$get({ param: { conversationId } }),
  );
  return quotes.find(({ _id }) => _id === id);
}

/** Discards what was typed and shows the draft that another tab has stored. */
export async function loadStoredQuote(): Promise<void> {
  const writing = $quoteForm.get();
  const stored = writing && (await findStored(writing));
  if (stored) openQuoteForm(writing.conversationId, stored);
}

/** Stores the draft and, on request, sends it; throws the errors that the form shows. */
export async function saveQuote({ sends, over }: Record<'sends' | 'over', boolean>): Promise<void> {
  const writing = $quoteForm.get();
  if (!writing) return;
  const { id, conversationId, fields } = writing;
  try {
    const call = adminApi.quotes[':id'];
    const stored = over ? await findStored(writing) : undefined;
    const loaded = stored ? stored.draft.version : writing.version;
    const json = { conversationId, ...inputOf(fields), version: loaded };
    const { version } = await readJson(call.$put({ param: { id }, json }));
    $quoteForm.set({ ...writing, version });
    if (sends) await readJson(call.send.$post({ param: { id } }));
    $quoteForm.set(null);
  } finally {
    await offersOfOwner.load(conversationId);
  }
}

const inputOf = (fields: QuoteFields) => ({
  title: fields.title,
  scope: fields.scope
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
  price: Number(fields.price),
  currency: fields.currency,
  parts: fields.instalments.map(({ title, amount, due, day }) => ({
    ...{ title, amount: Number(amount), due },
    day: due === 'date' && day ? day : null,
  })),
  deliveryDays: Number(fields.deliveryDays),
  revisions: Number(fields.revisions),
  validDays: Number(fields.validDays),
  opensWhenPaid: fields.opensWhenPaid,
});

export const withdrawQuote = (id: string) =>
  runAdminAction(() => readJson(adminApi.quotes[':id'].withdraw.$post({ param: { id } })));
