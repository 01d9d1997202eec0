import { readlinkSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readLegalPages, storeInstallation } from '../../api/modules/legal/legal-pages.ts';
import { asPlainText } from '../../api/modules/legal/rules.ts';
import { switchDollars } from '../support/currencies.ts';
import type { Person } from '../support/http-client.ts';
import { buy, orderOf } from '../support/payments.ts';
import { ASHA, ownerOf, signUpBuyer } from '../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../support/quotes.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { waitFor } from '../support/wait-for.ts';

const PUBLISH = '/api/v1/desk/publish';
/** Publishes small pages, of the real content. */
const PROGRAM = [new URL('../faults/small-build.ts', import.meta.url).pathname];
const CALL = '/api/v1/desk/legal';
const TERMS = '/api/v1/desk/cancellation-terms';
const BLANK = {
  ...{ legalName: '', address: '', email: '', phone: '' },
  ...{ grievanceName: '', grievanceRole: '', grievanceEmail: '', grievancePhone: '' },
  auditLogDays: 400,
  additions: { terms: '', privacy: '', refunds: '', delivery: '', contact: '' },
  pages: [] as { slug: string; title: string; text: string }[],
};
const FACTS = {
  legalName: 'Meera Joshi Software LLP',
  address: '12 Lake Road\nPune 411001',
  phone: '+91 98765 43210',
  grievanceName: 'Ravi Menon',
  grievanceRole: 'Partner',
  grievanceEmail: 'complaints@joshi.example',
};

const versionOf = async (person: Person) => (await person.get(CALL)).body.legal.version;
const save = async (more: object) =>
  owner.put(CALL, { ...BLANK, ...more, version: await versionOf(owner) });
const currentRelease = () => readlinkSync(`${app.dataDir}/site/current`);

async function publishSite(): Promise<void> {
  const before = currentRelease();
  expect((await owner.post(PUBLISH)).status).toBe(202);
  await waitFor(async () => {
    if ((await owner.get(PUBLISH)).body.running) throw new Error('still publishing');
  });
  expect(currentRelease()).not.toBe(before);
}
const textOf = async (version: number): Promise<string> =>
  (await app.visitor().get(`/api/v1/client/legal/${version}`)).body;

shareApp({}, { publishProgram: PROGRAM });

let asha: Person;
let owner: Person;
let first: Awaited<ReturnType<typeof orderOf>>;
beforeAll(async () => {
  [asha, owner] = await Promise.all([signUpBuyer(app, ASHA), ownerOf(app)]);
  first = await orderOf(asha, (await buy(app, asha)).orderId);
});

test('pages say nothing of what is not known, and the owner reads what is missing', async () => {
  const text = await textOf(1);
  expect(text).toContain('Legal name: ');
  for (const unknown of ['Address:', 'Phone:', 'Grievance officer', '48 hours'])
    expect(text, unknown).not.toContain(unknown);
  expect((await owner.get(CALL)).body.legal.missing).toEqual([
    'your address',
    'a phone number',
    'who answers complaints',
  ]);
});

test('pages say what the owner saved, and nothing of it runs', async () => {
  const addition =
    '<p onclick="steal()">Work begins on <strong>Mondays</strong>.</p><script>steal()</script>';
  const imprint = { slug: 'imprint', title: 'Imprint', text: '<h3>Pune</h3><p>Registered.</p>' };
  const body = {
    ...{ ...BLANK, ...FACTS, pages: [imprint] },
    additions: { ...BLANK.additions, delivery: addition },
  };
  const { status, body: saved } = await save(body);
  expect([status, saved.legal.missing]).toEqual([200, []]);
  const page = async (path: string): Promise<string> => {
    const draft = { kind: 'legal', page: path, body };
    return (await owner.post('/api/v1/desk/preview', draft)).body.html;
  };
  const delivery = await page('/delivery');
  expect(delivery).toContain('<p>Work begins on <strong>Mondays</strong>.</p>');
  expect(delivery).not.toContain('steal()');
  expect(delivery, 'in the footer').toContain('href="/legal/imprint"');
  expect(await page('/legal/imprint')).toContain('<h2>Pune</h2><p>Registered.</p>');
  // Who answers complaints is reached like the seller, unless another way is named.
  const { body: alone } = await owner.post('/api/v1/desk/preview', {
    ...{ kind: 'legal', page: '/contact', body: { ...body, grievanceEmail: '' } },
  });
  const [, complaints = ''] = alone.html.split('Grievance officer');
  expect(complaints).toContain(FACTS.phone);
  expect(complaints).not.toContain(FACTS.grievanceEmail);
});

test('an order names the pages that its buyer could read, and every version stays readable', async () => {
  expect(first.agreement.terms.texts).toEqual({ acceptance: 2, legal: 1 });
  const saved = await orderOf(asha, (await buy(app, asha)).orderId);
  expect(saved.agreement.terms.texts.legal, 'saved is not published').toBe(1);
  await publishSite();
  const second = await orderOf(asha, (await buy(app, asha)).orderId);
  expect(second.agreement.terms.texts.legal).toBe(2);
  expect(await textOf(2)).toContain('Grievance officer: Ravi Menon, Partner');
  expect(await textOf(1)).not.toContain('Ravi Menon');
  expect((await orderOf(asha, first._id)).agreement, 'unchanged').toEqual(first.agreement);

  const offered = await sendQuote(owner, await askQuestion(asha));
  await save({ ...FACTS, phone: '' });
  await publishSite();
  const quoted = await orderOf(asha, (await acceptQuote(asha, offered)).body.order);
  expect(quoted.agreement.terms.texts.legal, 'a sent quote is frozen').toBe(2);
  expect(await textOf(3)).not.toContain(FACTS.phone);
});

test('the table of refunds is the one that computes them', async () => {
  const terms = { notAccepted: 90, accepted: 30, lateAfterDays: 2, sellerShare: 70 };
  await owner.put(TERMS, { ...(await owner.get(TERMS)).body.terms, ...terms });
  await publishSite();
  const text = await textOf(4);
  expect(text).toContain('30 % of what is paid');
  expect(text).toContain('Nothing delivered 2 days after the date');
  expect(text).toContain('The seller cancels: Everything, and 70 % on top');
});

test('pages name dollars while the shop sells in them', async () => {
  const text = async () => asPlainText(await readLegalPages(app.server.services.store.db));
  const inRupees = await text();
  expect(inRupees).toContain('Prices are in Indian rupees. ');
  await switchDollars(owner, true);
  expect(await text()).toContain(
    'or, outside India, in US dollars; an order stays in its currency',
  );
  await switchDollars(owner, false);
  expect(await text()).toBe(inRupees);
});

test('the privacy page says what becomes of answers by mail where there are any', async () => {
  const { config, store } = app.server.services;
  const text = async () => asPlainText(await readLegalPages(store.db));
  const mailReplies = {} as NonNullable<typeof config.mailReplies>;
  const without = await text();
  await app.write((tx) => storeInstallation(tx, { ...config, mailReplies }));
  expect(await text()).toContain(
    'and your answers back. What it does not vouch for is kept 30 days',
  );
  await app.write((tx) => storeInstallation(tx, { ...config, mailReplies: null }));
  expect(await text()).toBe(without);
});

test('what cannot be used is refused with the reason, and nothing of it is saved', async () => {
  const before = (await owner.get(CALL)).body.legal;
  const imprint = { slug: 'imprint', title: 'Imprint', text: '<p>Words.</p>' };
  for (const [more, field] of [
    [{ email: 'nobody' }, 'email'],
    [{ phone: 'call me' }, 'phone'],
    [{ grievanceName: '' }, 'grievanceName'],
    [{ grievanceEmail: '', email: '', phone: '' }, 'grievanceEmail'],
    [{ auditLogDays: 30 }, 'auditLogDays'],
    [{ pages: [{ ...imprint, slug: 'Im print' }] }, 'pages.0.slug'],
    [{ pages: [{ ...imprint, slug: 'index' }] }, 'pages.0.slug'],
    [{ pages: [imprint, imprint] }, 'pages.1.slug'],
    [{ pages: [{ ...imprint, text: '<p> </p><script>x</script>' }] }, 'pages.0.text'],
    [{ pages: Array.from({ length: 6 }, (_, at) => ({ ...imprint, slug: `p-${at}` })) }, 'pages'],
    [{ additions: { ...BLANK.additions, terms: 'x'.repeat(20_001) } }, 'additions.terms'],
  ] as const) {
    const { status, body } = await save({ ...FACTS, ...more });
    expect([status, body.field], JSON.stringify(more).slice(0, 80)).toEqual([400, field]);
    expect(body.message).toMatch(/^Please |Another page |This address is used by the site/);
  }
  expect((await owner.put(CALL, { ...BLANK, version: before.version - 1 })).status).toBe(409);
  expect((await owner.get(CALL)).body.legal).toEqual(before);
});
