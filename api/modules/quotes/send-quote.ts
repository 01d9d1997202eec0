import type { Conversation, Quote } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { morningOf } from '../../platform/dates.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { type Currency, toPaise } from '../../platform/money/rules.ts';
import { requireSameVersion } from '../../platform/saving/versions.ts';
import type { Services } from '../../platform/services.ts';
import { readAvailability } from '../catalog/availability/availability.ts';
import { isSold } from '../catalog/currencies.ts';
import { findConversation } from '../chat/queries.ts';
import { UNKNOWN_CONVERSATION } from '../chat/texts.ts';
import { readLegalVersion } from '../orders/agreements/legal-version.ts';
import { type AgreementTerms, agreementTerms } from '../orders/agreements/rules.ts';
import { hashTerms } from '../orders/agreements/write-agreement.ts';
import type { CancellationTerms } from '../orders/cancellation/rules.ts';
import { readTerms } from '../orders/cancellation/terms.ts';
import { quoteSent, quoteWithdrawn } from './events.ts';
import {
  expireSent,
  findQuote,
  lockQuotes,
  markSent,
  saveDraft,
  updateQuoteStatus,
  withdrawOpen,
} from './queries.ts';
import type { QuoteInput } from './schema.ts';
import {
  INSTALMENT_DAY_PAST,
  NOT_A_DRAFT,
  NOT_SOLD_IN,
  reasonClosed,
  UNKNOWN_QUOTE,
} from './texts.ts';

/** Stores the owner's draft and returns its next version. The same id updates it. */
export async function saveQuote(
  services: Services,
  id: string,
  { conversationId, version, ...sent }: QuoteInput,
): Promise<number> {
  const now = iso(services.clock());
  const next = version + 1;
  const draft = JSON.stringify({ ...sent, version: next });
  await transaction(services, async (tx) => {
    await requireConversation(tx, conversationId);
    await requireSold(tx, sent);
    await lockQuotes(tx, conversationId);
    const before = await findQuote(tx, id);
    // The same call again, after its answer was lost.
    if (before?.status === 'Draft' && before.draft !== draft)
      requireSameVersion(JSON.parse(before.draft).version ?? 0, version);
    const saved = await saveDraft(tx, {
      ...{ id, conversation_id: conversationId, status: 'Draft', draft },
      ...{ created_at: now, updated_at: now },
    });
    if (!saved) throw new ApiError(409, NOT_A_DRAFT);
  });
  return next;
}

/** Throws 400 for a quote in a currency that the shop does not sell in, or no more. */
async function requireSold(tx: Tx, { currency }: { currency: Currency }): Promise<void> {
  if (!(await isSold(tx, currency))) throw new ApiError(400, NOT_SOLD_IN, { field: 'currency' });
}

/** Freezes the draft's terms and sends the quote. Withdraws the open quote before it. */
export async function sendQuote(services: Services, id: string): Promise<Quote> {
  const now = services.clock();
  const at = iso(now);
  return transaction(services, async (tx) => {
    const draft = await findQuote(tx, id);
    if (!draft) throw new ApiError(404, UNKNOWN_QUOTE);
    if (draft.status !== 'Draft') throw new ApiError(409, NOT_A_DRAFT);
    await lockQuotes(tx, draft.conversation_id);
    const input = JSON.parse(draft.draft) as Omit<QuoteInput, 'conversationId'>;
    const { timeZone } = services.config;
    const terms = termsOf(input, {
      timeZone,
      cancellation: await readTerms(tx),
      legal: await readLegalVersion(tx),
      clock: (await readAvailability(tx)).clock,
    });
    await requireSold(tx, terms);
    if (terms.parts.some(({ payBy }) => payBy !== null && payBy <= at))
      throw new ApiError(400, INSTALMENT_DAY_PAST, { field: 'parts' });
    await expireSent(tx, at);
    await withdrawOpen(tx, draft.conversation_id, at);
    const valid_until = later(now, input.validDays * DAY);
    const quote = await markSent(tx, draft, { ...hashTerms(terms), valid_until, now: at });
    if (!quote) throw new ApiError(409, NOT_A_DRAFT);
    const conversation = await requireConversation(tx, quote.conversation_id);
    await emit(tx, services, quoteSent, { quote, conversation, at });
    return quote;
  });
}

export async function withdrawQuote(services: Services, id: string): Promise<void> {
  const at = iso(services.clock());
  await transaction(services, async (tx) => {
    const quote = await updateQuoteStatus(tx, id, 'Withdrawn', at);
    if (!quote) {
      const known = await findQuote(tx, id);
      throw known
        ? new ApiError(409, reasonClosed(known.status))
        : new ApiError(404, UNKNOWN_QUOTE);
    }
    const conversation = await requireConversation(tx, quote.conversation_id);
    await emit(tx, services, quoteWithdrawn, { quote, conversation, at });
  });
}

export async function requireConversation(tx: Tx, id: string): Promise<Conversation> {
  const conversation = await findConversation(tx, id);
  if (!conversation) throw new ApiError(404, UNKNOWN_CONVERSATION);
  return conversation;
}

const termsOf = (
  input: Omit<QuoteInput, 'conversationId'>,
  {
    timeZone,
    ...known
  }: {
    timeZone: string;
    cancellation: CancellationTerms;
    legal: number | undefined;
    clock: boolean;
  },
): AgreementTerms =>
  agreementTerms({
    ...known,
    title: input.title,
    scope: input.scope.map((name) => ({ name, details: [], quantity: 1, amount: null })),
    total: toPaise(input.price),
    currency: input.currency,
    parts: input.parts.map(({ title, amount, due, day }) => ({
      ...{ title, amount: toPaise(amount), due },
      payBy: due === 'date' && day ? morningOf(day, timeZone) : null,
    })),
    deliveryDays: input.deliveryDays,
    revisions: input.revisions,
    opensWhenPaid: input.opensWhenPaid,
  });
