import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteExpiredRows } from '../../api/modules/accounts/delete-expired-rows.ts';
import { AUDIT_DAYS } from '../../api/modules/legal/form-rules.ts';
import { orderNumber } from '../../api/modules/orders/order-number-rules.ts';
import { verifyAuditLog } from '../../api/platform/audit/audit-log.ts';
import { actionNames } from '../../api/platform/audit/audited.ts';
import { storeAuditLogDays } from '../../api/platform/audit/queries.ts';
import { ACTION_NAMES, outcomeOf } from '../../api/platform/audit/texts.ts';
import { DAY } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import { price } from '../../api/platform/money/rules.ts';
import { isPostgres } from '../../db/engine.ts';
import type { AuditLine } from '../../db/schema.ts';
import {
  insertBuyer,
  orderBody,
  ownerOf,
  PASSWORD,
  paidOrder,
  WEBSITE,
} from '../support/people.ts';
import { callsOf } from '../support/routes.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { ACCESS } from './access-table.ts';

shareApp();

const BASE = '/api/v1';
const AUDIT = `${BASE}/desk/audit`;

const db = () => app.server.services.store.db;
const allLines = (): Promise<AuditLine[]> =>
  db().selectFrom('audit_log').selectAll().orderBy('seq').execute();
const linesSince = async (seq: number) => (await allLines()).filter((line) => line.seq > seq);
const lastSeq = async () => (await allLines()).at(-1)?.seq ?? 0;

const unsafeAdminRoutes = Object.keys(ACCESS).filter((call) =>
  /^(POST|PUT|PATCH|DELETE) \/api\/v1\/desk\//.test(call),
);

test('each write of the dashboard or of an account carries its name, and only calls that are gone are named apart', () => {
  const names = actionNames(app.server.routes, BASE);
  const calls = callsOf(app.server.routes).map((call) => call.replace(` ${BASE}`, ' '));
  const writes = calls.filter((call) => /^(POST|PUT|PATCH|DELETE) \/(desk|user)\//.test(call));
  expect(writes.length).toBeGreaterThan(60);
  expect(writes.filter((call) => !(call in names))).toEqual([]);
  expect(Object.keys(ACTION_NAMES).filter((action) => calls.includes(action))).toEqual([]);
  expect(names).toMatchObject({ 'owner reset': expect.any(String) });
});

test('each unsafe admin route leaves one line, with the outcome', async () => {
  const owner = await ownerOf(app);
  expect(unsafeAdminRoutes.length).toBeGreaterThan(25);
  for (const call of unsafeAdminRoutes) {
    const [method = '', path = ''] = call.split(' ');
    const before = await lastSeq();
    const id = newId();
    const body = ACCESS[call]?.body?.(id) ?? {};
    const { status } = await owner.write(method, path.replace(/:\w+/g, id), body, {});
    const lines = await linesSince(before);
    const action = `${method} ${path.slice(BASE.length)}`;
    if (action === 'POST /desk/preview') {
      expect(lines, 'a preview changes nothing').toEqual([]);
      continue;
    }
    expect(lines, call).toMatchObject([{ action, role: 'owner' }]);
    expect(outcomeOf(lines[0]?.status ?? 0), call).toBe(outcomeOf(status));
    if (path.includes(':')) expect(lines[0]?.subject, call).toBe(id);
  }
});

test('what the owner changes is recorded before and after, with who and from where', async () => {
  const owner = await ownerOf(app);
  const { person } = await insertBuyer(app);
  const orderId = await paidOrder(app, person);
  const before = await lastSeq();
  const path = `${BASE}/desk/orders/${orderId}/accept`;
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
  expect((await owner.post(path, {}, { 'User-Agent': userAgent })).status).toBe(200);
  const [line] = await linesSince(before);
  expect(line).toMatchObject({
    action: 'POST /desk/orders/:id/accept',
    subject: orderId,
    address: '127.0.0.0/24',
    device: 'Firefox on Windows',
  });
  expect(JSON.parse(line?.changes ?? '')).toMatchObject({ status: ['In Progress', 'Accepted'] });
});

test('a saved gig is recorded with its title and prices', async () => {
  const owner = await ownerOf(app);
  const path = `${BASE}/desk/gigs/${WEBSITE}`;
  const { gig } = (await owner.get(path)).body;
  const [plan, ...others] = gig.PricingPlans;
  const PricingPlans = [{ ...plan, price: plan.price + 500, priceUsd: 300 }, ...others];
  const before = await lastSeq();
  const saved = await owner.put(path, { ...gig, title: 'A site by the sea', PricingPlans });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const [line] = await linesSince(before);
  expect(JSON.parse(line?.changes ?? '')).toEqual({
    title: [gig.title, 'A site by the sea'],
    version: [gig.version, gig.version + 1],
    [`price of ${plan.planType}`]: [
      price(plan.price, 'INR'),
      `${price(plan.price + 500, 'INR')} or $300`,
    ],
  });
});

test('a line and its change are committed together or not at all', async () => {
  const owner = await ownerOf(app);
  const { person } = await insertBuyer(app);
  const orderId = await paidOrder(app, person);
  const before = await lastSeq();
  // The refused call leaves a line of this order, so the accepted one cannot add another.
  const isOrder = sql`subject = ${sql.lit(orderId)}`;
  await sql`create unique index one_line on audit_log (subject) where ${isOrder}`.execute(db());
  const refused = await owner.post(`${BASE}/desk/orders/${orderId}/reject`, { reason: '' });
  expect(refused.status).toBe(400);
  expect((await owner.post(`${BASE}/desk/orders/${orderId}/accept`)).status).toBeGreaterThan(400);
  await sql`drop index one_line`.execute(db());
  const { order } = (await owner.get(`${BASE}/desk/orders/${orderId}`)).body;
  expect(order.orderStatus).toBe('In Progress');
  expect(await linesSince(before)).toHaveLength(1);
});

test('sign-ins, wrong passwords and limits are recorded without the address that was typed', async () => {
  const { user } = await insertBuyer(app);
  const visitor = app.visitor();
  const before = await lastSeq();
  const signIn = (password: string) =>
    visitor.post(`${BASE}/user/sign-in`, { email: user.email, password });
  for (let attempt = 0; attempt < 10; attempt += 1) await signIn('not-this-one');
  expect((await signIn(PASSWORD)).status).toBe(429);
  app.advance(DAY);
  expect((await signIn(PASSWORD)).status).toBe(200);
  const lines = await linesSince(before);
  expect(lines.map((line) => line.status)).toEqual([...Array(10).fill(401), 429, 200]);
  expect(lines[0]).toMatchObject({ role: 'visitor', actor_id: '', subject: user.id });
  expect(lines.at(-1)).toMatchObject({ role: 'buyer', actor_id: user.id });
  const text = JSON.stringify(lines);
  expect(text).not.toContain(user.email);
  expect(text).not.toContain(PASSWORD);
});

test('a buyer who tries the dashboard, and a request from another site, are recorded as refused', async () => {
  const { person, user } = await insertBuyer(app);
  const before = await lastSeq();
  expect((await person.get(`${BASE}/desk/orders`)).status).toBe(403);
  const foreign = { Origin: 'https://elsewhere.example' };
  expect((await person.post(`${BASE}/gig/order/place`, {}, foreign)).status).toBe(403);
  expect(await linesSince(before)).toMatchObject([
    { action: 'GET /desk/orders', status: 403, actor_id: user.id, role: 'buyer' },
    { action: 'POST /gig/order/place', status: 403 },
  ]);
});

test('a flood of refusals is counted, and what the owner does is recorded all the same', async () => {
  const { person } = await insertBuyer(app);
  app.advance(DAY);
  const before = await lastSeq();
  for (let call = 0; call < 40; call += 1) await person.get(`${BASE}/desk/orders`);
  const refused = await linesSince(before);
  expect(refused.length).toBeLessThan(40);
  await (await ownerOf(app)).post(`${BASE}/desk/mail/dismiss`, { ids: [newId()] });
  expect((await allLines()).at(-1)).toMatchObject({ role: 'owner', status: 404 });
  app.advance(DAY);
  const { person: another } = await insertBuyer(app);
  await another.get(`${BASE}/desk/orders`);
  const last = (await allLines()).at(-1);
  const missed = 40 - refused.length;
  expect(JSON.parse(last?.changes ?? '')).toEqual({ linesNotRecorded: [null, missed] });
});

test('calls that do nothing without a session leave no line, and those of visitors do', async () => {
  const visitor = app.visitor();
  const before = await lastSeq();
  for (let call = 0; call < 20; call += 1) await visitor.post(`${BASE}/user/logout`);
  for (const call of unsafeAdminRoutes.filter((each) => each.startsWith('POST'))) {
    const [, path = ''] = call.split(' ');
    expect((await visitor.post(path.replace(/:\w+/g, newId()))).status, call).toBe(401);
  }
  expect((await visitor.post(`${BASE}/user/name`, { name: 'Nobody' })).status).toBe(401);
  await visitor.post(`${BASE}/user/forget-password`, { email: 'nobody@people.example' });
  expect(await linesSince(before)).toMatchObject([{ action: 'POST /user/forget-password' }]);
});

test('a person who does the same again and again leaves a limited number of lines', async () => {
  const { person } = await insertBuyer(app);
  const before = await lastSeq();
  for (let call = 0; call < 60; call += 1)
    expect((await person.delete(`${BASE}/user/email`)).status).toBe(200);
  expect((await linesSince(before)).length).toBeLessThan(45);
});

test('whoever tries the ids of others is recorded from the fifth', async () => {
  const { person: asha } = await insertBuyer(app);
  const orderId = await paidOrder(app, asha);
  const { person: mallory, user } = await insertBuyer(app);
  const before = await lastSeq();
  const tries = [
    () => mallory.get(`${BASE}/gig/order/${orderId}`),
    () => mallory.get(`${BASE}/gig/order/${orderId}`),
    () => mallory.post(`${BASE}/communicate/order/user-conversation`, { orderId }),
    () => mallory.get(`${BASE}/gig/order/${newId()}/requirements`),
  ];
  for (const attempt of tries) expect((await attempt()).status).toBe(404);
  expect(await linesSince(before)).toEqual([]);
  for (const attempt of tries.slice(0, 2)) expect((await attempt()).status).toBe(404);
  const lines = await linesSince(before);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ actor_id: user.id, role: 'buyer', status: 404, subject: '' });
});

test('no line holds a text, a code or a token', async () => {
  const owner = await ownerOf(app);
  const { person } = await insertBuyer(app);
  const orderId = await paidOrder(app, person, await orderBody(person));
  const before = await lastSeq();
  const secret = 'Nobody else reads this.';
  await owner.post(`${BASE}/desk/orders/${orderId}/accept`);
  await owner.post(`${BASE}/desk/orders/${orderId}/deliver`, { message: secret });
  await owner.post(`${BASE}/communicate/send-message`, { orderId, messageText: secret });
  const token = 'a'.repeat(43);
  await app.visitor().post(`${BASE}/user/reset-password/${token}`, { password: 'New-Ferry-4711' });
  const lines = await linesSince(before);
  expect(lines.map((line) => line.action)).toEqual([
    'POST /desk/orders/:id/accept',
    'POST /desk/orders/:id/deliver',
    'POST /communicate/send-message',
    'POST /user/reset-password/:token',
  ]);
  expect(JSON.stringify(lines)).not.toContain(secret);
  expect(JSON.stringify(lines)).not.toContain(token);
});

test('lines cannot be changed or deleted, and the check finds one that was', async () => {
  await expect(sql`update audit_log set status = 200`.execute(db())).rejects.toThrow(/append-only/);
  await expect(sql`delete from audit_log`.execute(db())).rejects.toThrow(/append-only/);
  const owner = await ownerOf(app);
  const intact = await owner.get(`${AUDIT}/check`);
  expect(intact.body).toMatchObject({ lines: (await allLines()).length, brokenAt: null });
  const [first, second] = await allLines();
  if (!first || !second) throw new Error('the log is empty');
  const rollback = new Error('rolled back');
  /** Runs a statement with full rights to the database; returns the line at which the check finds it. */
  const brokenBy = async (statement: RawBuilder<unknown>) => {
    let brokenAt: number | null = null;
    const attempt = app.write(async (tx) => {
      const triggers = isPostgres(tx)
        ? ['audit_log_append_only on audit_log']
        : ['audit_log_no_update', 'audit_log_no_delete'];
      for (const name of triggers) await sql`drop trigger ${sql.raw(name)}`.execute(tx);
      await statement.execute(tx);
      ({ brokenAt } = await verifyAuditLog(tx));
      throw rollback;
    });
    await expect(attempt).rejects.toBe(rollback);
    return brokenAt;
  };
  const { seq } = second;
  expect(await brokenBy(sql`update audit_log set device = 'x' where seq = ${seq}`)).toBe(seq);
  expect(await brokenBy(sql`update audit_log set at = '2020' where seq = ${seq}`)).toBe(seq);
  expect(await brokenBy(sql`delete from audit_log where seq = ${seq}`)).toBe(seq + 1);
  expect(await brokenBy(sql`delete from audit_log where seq = ${first.seq}`)).toBe(seq);
});

test('the owner finds lines by words, pages through them and exports all as JSON lines', async () => {
  const owner = await ownerOf(app);
  for (let at = 0; at < 55; at += 1)
    await owner.post(`${BASE}/desk/mail/dismiss`, { ids: [newId()] });
  const page = (await owner.get(`${AUDIT}?find=dismissed%20mail&refused=1`)).body;
  expect(page.lines).toHaveLength(50);
  expect(page.lines[0]).toMatchObject({
    action: 'POST /desk/mail/dismiss',
    name: 'Dismissed mail',
    who: { role: 'owner' },
  });
  const next = (await owner.get(`${AUDIT}?find=dismissed%20mail&before=${page.next}`)).body;
  expect(next.lines.length).toBeGreaterThanOrEqual(5);
  expect((await owner.get(`${AUDIT}?find=100%25`)).body.lines).toEqual([]);
  const text = String((await owner.get(`${AUDIT}/export`)).body);
  const exported = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(exported.map((line) => line.seq)).toEqual(exported.map((_, at) => at + 1));
  expect((await allLines()).at(-1)?.action).toBe('GET /desk/audit/export');
});

test('lines older than the owner’s limit are deleted, and the rest is still proved', async () => {
  const before = await lastSeq();
  await app.write((tx) => storeAuditLogDays(tx, AUDIT_DAYS.least));
  app.advance((AUDIT_DAYS.least + 1) * DAY);
  await (await ownerOf(app)).post(`${BASE}/desk/mail/dismiss`, { ids: [newId()] });
  await deleteExpiredRows(app.server.services);
  expect((await allLines()).map((line) => line.seq)).toEqual([before + 1]);
  expect(await verifyAuditLog(db())).toMatchObject({ lines: 1, brokenAt: null });
  await expect(sql`delete from audit_log`.execute(db())).rejects.toThrow(/append-only/);
});

test('lines name what they are about, with its screen, and never show an id; what is deleted says so', async () => {
  const owner = await ownerOf(app);
  const { person, user } = await insertBuyer(app, { name: 'Farida Contractor' });
  const orderId = await paidOrder(app, person);
  await owner.post(`${BASE}/desk/orders/${orderId}/accept`);
  await owner.post(`${BASE}/desk/gigs/${newId()}/undo`, { version: 1 });
  const { gig } = (await owner.get(`${BASE}/desk/gigs/${WEBSITE}`)).body;
  await owner.put(`${BASE}/desk/gigs/${WEBSITE}`, { ...gig, title: 'Named in the log' });
  const visitor = app.visitor();
  await visitor.post(`${BASE}/user/sign-in`, { email: user.email, password: 'not this one' });
  const { lines } = (await owner.get(AUDIT)).body;
  const subjects = lines.slice(0, 4).map(({ subject }: { subject: object }) => subject);
  expect(subjects).toEqual([
    { name: 'Farida Contractor' },
    { name: 'Named in the log', path: `/desk/gigs/${WEBSITE}` },
    { name: 'Something that is deleted' },
    { name: `Order #${orderNumber(orderId)}`, path: `/desk/orders/${orderId}` },
  ]);
});
