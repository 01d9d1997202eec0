import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { Order, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { audited } from '../../platform/audit/audited.ts';
import { HOUR, iso, MINUTE } from '../../platform/clock.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { newId } from '../../platform/ids.ts';
import { cancelQueuedMail } from '../../platform/mail/queries.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { endMailedCodes, findAddressToConfirm } from '../accounts/code-queries.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { takeMail } from '../accounts/rate-limits.ts';
import { codeBody, emailOnlyBody } from '../accounts/schema.ts';
import { confirmedOnly } from '../accounts/second-factor/confirm.ts';
import { keepSuspended } from '../accounts/second-factor/suspended-keys.ts';
import {
  codeKey,
  codeValidity,
  drawCode,
  enterCode,
  sendCode,
} from '../accounts/verification-codes.ts';
import { orderTitle } from '../orders/dto.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { findLastAddress } from '../orders/queries.ts';
import type { AddressInfo } from '../orders/schema.ts';
import { shortened } from '../payments/order-emails.ts';
import type { DocumentData } from './document-data.ts';
import { textOf } from './document-text.ts';
import { copiesBeginEmail, copiesCodeEmail, copyEmail } from './emails.ts';
import * as texts from './texts.ts';

const ASKED: Limit = { name: 'paper copies', most: 5, per: HOUR, text: texts.COPIES_ASKED_OFTEN };
const STOPPED: Limit = {
  ...{ name: 'paper copies address', most: 60, per: 15 * MINUTE },
  ...{ text: texts.COPIES_ASKED_OFTEN, ofAddress: true },
};

const ok = { success: true } as const;
const done = <M extends string>(message: M) => ({ ...ok, message });
const mailKey = (userId: string) => `copy:${userId}:`;

/** The one more address that gets copies of a company's papers. */
export const paperCopyRoutes = new Hono<Env>()
  // Whoever has a copy may stop them: its link is the proof.
  .post(
    '/stop',
    audited('Stopped copies of papers by link', { byVisitors: true }),
    validate(
      z.object({ token: z.string(texts.COPIES_LINK_OVER).max(1_000, texts.COPIES_LINK_OVER) }),
    ),
    async (c) => {
      const { services } = c.var;
      await services.limits.take(STOPPED, clientAddress(c));
      await stopByLink(services, c.req.valid('json').token);
      return c.json(done(texts.COPIES_STOPPED));
    },
  )

  .get('/', verifiedOnly, async (c) => {
    const copies = await findCopies(c.var.services, requireVerifiedUser(c).id);
    return c.json({ ...ok, copies });
  })

  .post(
    '/',
    audited('Asked for copies of papers'),
    verifiedOnly,
    confirmedOnly,
    validate(emailOnlyBody),
    async (c) => {
      await askForCopies(c.var.services, requireVerifiedUser(c), c.req.valid('json').email);
      return c.json(done(texts.COPIES_CODE_SENT));
    },
  )

  .post(
    '/confirm',
    audited('Confirmed the address for copies'),
    verifiedOnly,
    validate(codeBody),
    async (c) => {
      await confirmCopies(c.var.services, requireVerifiedUser(c), c.req.valid('json').code);
      return c.json(done(texts.COPIES_BEGIN));
    },
  )

  .delete('/', audited('Stopped copies of papers'), verifiedOnly, async (c) => {
    const { id } = requireVerifiedUser(c);
    await transaction(c.var.services, (tx) => stopCopies(tx, id));
    return c.json(done(texts.COPIES_STOPPED));
  });

/** The address and since when it gets copies; one whose code was not typed yet gets none. */
async function findCopies({ store: { db }, clock }: Services, userId: string) {
  const row = await findRow(db, userId);
  if (row) return { email: row.email, since: row.confirmed_at };
  const email = await findAddressToConfirm(db, keyOf(userId), codeValidity(clock()));
  return email === null ? null : { email, since: null };
}

const keyOf = (userId: string): string => codeKey(userId, 'copies');

export const findRow = (db: Db, userId: string) =>
  db.selectFrom('paper_copies').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Mails a code to the address. It gets nothing else before the code is typed; an earlier address gets no more. */
async function askForCopies(services: Services, user: User, email: string): Promise<void> {
  const { config, limits, store } = services;
  if (email === user.email) throw new ApiError(400, texts.COPIES_SAME, { field: 'email' });
  const billing = user.billing ?? (await findLastAddress(store.db, user.id))?.address ?? null;
  if (!isCompany(billing)) throw new ApiError(409, texts.COPIES_FOR_COMPANIES);
  await limits.take(ASKED, user.id);
  await takeMail(limits, email);
  const { id } = user;
  const { code, row } = await drawCode(services.clock(), { key: keyOf(id), email, user_id: id });
  await transaction(services, async (tx) => {
    await deleteCopies(tx, id);
    await sendCode(tx, services, row, copiesCodeEmail(config, email, code));
  });
}

async function confirmCopies(services: Services, user: User, code: string): Promise<void> {
  const { clock, config, outbox } = services;
  const consume = await enterCode(services, keyOf(user.id), code);
  await transaction(services, async (tx) => {
    const row = { email: await consume(tx), confirmed_at: iso(clock()) };
    await tx
      .insertInto('paper_copies')
      .values({ user_id: user.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    const dedupeKey = `copies begin:${newId()}`;
    const mail = copiesBeginEmail(config, user.email, row.email);
    await outbox.enqueue(tx, { kind: 'copies begin', dedupeKey, ...mail });
  });
}

/** Also takes back the copies that were not sent yet. */
export async function stopCopies(tx: Tx | Db, userId: string): Promise<void> {
  await endMailedCodes(tx, keyOf(userId));
  await deleteCopies(tx, userId);
}

async function deleteCopies(tx: Tx | Db, userId: string): Promise<void> {
  await tx.deleteFrom('paper_copies').where('user_id', '=', userId).execute();
  await cancelQueuedMail(tx, mailKey(userId));
}

/** Copies that began since then stop; an older key of the account brings them back. */
export async function suspendCopies(tx: Db, userId: string, since: string): Promise<void> {
  const row = await findRow(tx, userId);
  if (!row || row.confirmed_at < since) return;
  await stopCopies(tx, userId);
  const rows = [{ ...row, added_at: row.confirmed_at }];
  await keepSuspended(tx, { userId, kind: 'paper_copies', rows });
}

/** A link stops the copies to the address that it was mailed to; of another one since then it says that they have stopped. */
async function stopByLink(services: Services, token: string): Promise<void> {
  const read = services.encryption.decrypt(Buffer.from(token, 'base64url'));
  const [purpose, userId = '', email] = read?.split(' ') ?? [];
  if (purpose !== STOP) throw new ApiError(404, texts.COPIES_LINK_OVER);
  await transaction(services, async (tx) => {
    if ((await findRow(tx, userId))?.email === email) await stopCopies(tx, userId);
  });
}

const STOP = 'stop-copies';

/** Nothing is stored for a link: it says whose copies to which address it stops, encrypted. */
const stopLink = ({ config, encryption }: Services, userId: string, email: string): string =>
  // After `#`, so that no server and no Referer learns it.
  `${config.siteOrigin}/stop-copies#${encryption.encrypt(`${STOP} ${userId} ${email}`).toString('base64url')}`;

const isCompany = (address: string | null): boolean =>
  Boolean(address && (JSON.parse(address) as Partial<AddressInfo>).companyName);

/** Mails a paper of a company's order to the one more address of its buyer, if it has one. */
export async function mailCopy(
  tx: Tx,
  services: Services,
  order: Order,
  paper: DocumentData,
): Promise<void> {
  if (!isCompany(order.address)) return;
  const copies = await findRow(tx, order.buyer_id);
  if (!copies) return;
  const { email } = copies;
  const { number } = paper;
  await services.outbox.enqueue(tx, {
    kind: 'copy of a paper',
    dedupeKey: mailKey(order.buyer_id) + number,
    ...copyEmail(email, {
      title: textOf(paper).title,
      number,
      about: shortened(orderTitle(order)),
      order: orderNumber(order.id),
      buyer: order.buyer_name,
      stop: stopLink(services, order.buyer_id, email),
    }),
    attachments: [number],
  });
}
