import { Hono } from 'hono';
import type { Db } from '../../../db/database.ts';
import type { Conversation } from '../../../db/schema.ts';
import { audited, columnsOf } from '../../platform/audit/audited.ts';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { toCaseStudyDtos } from '../case-studies/dto.ts';
import { findConversation, findConversationOf } from '../chat/queries.ts';
import { toChangesWithFiles } from '../chat/requests.ts';
import { UNKNOWN_CONVERSATION } from '../chat/texts.ts';
import { listUnprovedAnswers } from '../mail-replies/unproved-answers.ts';
import { readNextDates } from '../orders/order-dates.ts';
import { findOrder } from '../orders/queries.ts';
import { openInstalment } from '../payments/checkout.ts';
import { acceptQuote, declineQuote } from './accept-quote.ts';
import { toAdminQuoteDto, toBuyerQuoteDto, toWaitingQuoteDto } from './dto.ts';
import { listQuotes, listWaitingQuotes } from './queries.ts';
import { acceptBody, quoteBody } from './schema.ts';
import { saveQuote, sendQuote, withdrawQuote } from './send-quote.ts';
import { QUOTE_DECLINED, QUOTE_SAVED, QUOTE_SENT, QUOTE_WITHDRAWN } from './texts.ts';

const ok = { success: true } as const;

/** The changes of the order that this conversation is about, and what may be shown of it. */
async function othersOf(db: Db, conversation: Conversation | undefined, now: string) {
  const order = conversation?.order_id && (await findOrder(db, conversation.order_id));
  if (!order) return { changes: [], caseStudies: [] };
  const changes = await toChangesWithFiles(db, order, now);
  return { changes, caseStudies: await toCaseStudyDtos(db, order.id) };
}

/** Routes for the buyer to read and answer quotes. */
export const quotes = new Hono<Env>()
  .use(verifiedOnly)

  .get('/waiting', async (c) => {
    const { store, clock } = c.var.services;
    const rows = await listWaitingQuotes(store.db, requireVerifiedUser(c).id, iso(clock()));
    return c.json({ ...ok, quotes: rows.map(toWaitingQuoteDto) });
  })

  .get('/of/:conversationId', async (c) => {
    const { services } = c.var;
    const { store, clock } = services;
    const conversation = await findConversationOf(
      store.db,
      requireVerifiedUser(c),
      c.req.param('conversationId'),
    );
    if (!conversation) throw new ApiError(404, UNKNOWN_CONVERSATION);
    const now = iso(clock());
    const rows = await listQuotes(store.db, conversation.id);
    const sent = rows.filter(({ status }) => status !== 'Draft');
    const datesFor = await readNextDates(store.db, services);
    const { timeZone } = services.config;
    const quotes = sent.map((row) => toBuyerQuoteDto(row, sent, { now, timeZone, datesFor }));
    return c.json({ ...ok, quotes, ...(await othersOf(store.db, conversation, now)) });
  })

  // The quote is accepted even if the provider does not answer: the order can be paid later.
  .post('/:id/accept', validate(acceptBody), async (c) => {
    const { services } = c.var;
    const buyer = requireVerifiedUser(c);
    const order = await acceptQuote(services, buyer, c.req.param('id'), c.req.valid('json'));
    const instalment = await openInstalment(services, order);
    return c.json({ ...ok, order: order.id, ...instalment }, 201);
  })

  .post('/:id/decline', async (c) => {
    await declineQuote(c.var.services, requireVerifiedUser(c), c.req.param('id'));
    return c.json({ ...ok, message: QUOTE_DECLINED });
  });

const STATUS = { snapshot: columnsOf('quotes', 'status') };

/** Routes for the owner to write, send and withdraw quotes. */
export const adminQuoteRoutes = new Hono<Env>()
  .get('/of/:conversationId', async (c) => {
    const { store, clock } = c.var.services;
    const now = iso(clock());
    const conversation = await findConversation(store.db, c.req.param('conversationId'));
    const rows = await listQuotes(store.db, c.req.param('conversationId'));
    const quotes = rows.map((row) => toAdminQuoteDto(row, rows, now));
    const unproved = await listUnprovedAnswers(store.db, c.req.param('conversationId'));
    return c.json({ ...ok, quotes, unproved, ...(await othersOf(store.db, conversation, now)) });
  })

  .put('/:id', audited('Saved a quote'), validate(quoteBody), async (c) => {
    const version = await saveQuote(c.var.services, c.req.param('id'), c.req.valid('json'));
    return c.json({ ...ok, message: QUOTE_SAVED, version });
  })

  .post('/:id/send', audited('Sent a quote', STATUS), async (c) => {
    await sendQuote(c.var.services, c.req.param('id'));
    return c.json({ ...ok, message: QUOTE_SENT });
  })

  .post('/:id/withdraw', audited('Withdrew a quote', STATUS), async (c) => {
    await withdrawQuote(c.var.services, c.req.param('id'));
    return c.json({ ...ok, message: QUOTE_WITHDRAWN });
  });
