import { expect, test } from 'vitest';
import {
  type FirstStepsFacts,
  firstSteps,
  isTold,
  isUnfinished,
} from '../../../api/modules/dashboard/first-steps/rules.ts';

const BLANK: FirstStepsFacts = {
  ...{ isOpen: false, isStarter: false, hasBrand: false, hasTerms: false, keys: 'test' },
  profile: { name: '', role: '', sentence: '', location: '', country: '', email: '' },
  gigs: { published: 0, draft: null },
  pastWork: { published: 0, drafts: 0 },
  missingOnLegalPages: ['your address', 'a phone number'],
  checks: {},
  purchase: { state: 'none', isReported: false },
  ...{ hasPaidOrder: false, mail: 'none', hasSecondFactor: false, hasLooked: false },
  testAnswer: 'none',
};

const good = (part: string) => ({ part, state: 'good' as const, text: 'Good.' });
const wrong = (part: string, text: string) => ({ part, state: 'wrong' as const, text });

/** What makes exactly one step done. */
const DONE: Record<string, Partial<FirstStepsFacts>> = {
  you: {
    profile: {
      ...{ name: 'Mira Rao', role: 'Designer', sentence: 'I draw.', location: 'Kochi' },
      ...{ country: 'India', email: 'hello@mira.example' },
    },
  },
  brand: { hasBrand: true },
  gig: { gigs: { published: 1, draft: null } },
  work: { pastWork: { published: 1, drafts: 0 } },
  factor: { hasSecondFactor: true },
  terms: { hasTerms: true },
  legal: { missingOnLegalPages: [] },
  keys: { checks: { Payment: good('Payment') } },
  purchase: { purchase: { state: 'refunded', isReported: true } },
  mail: { mail: 'arrived' },
  replies: { testAnswer: 'answered' },
  backups: { checks: { Backup: good('Backup') } },
  look: { hasLooked: true },
};
const READY: FirstStepsFacts = {
  ...Object.assign({}, BLANK, ...Object.values(DONE)),
  checks: { Payment: good('Payment'), Backup: good('Backup') },
};

const step = (key: string, more: Partial<FirstStepsFacts> = {}) =>
  firstSteps({ ...BLANK, ...more }).find((each) => each.key === key);
const doneOf = (facts: FirstStepsFacts) =>
  firstSteps(facts).flatMap(({ key, isDone }) => (isDone ? [key] : []));

test('an empty shop has every step before it, the last of which opens it', () => {
  const steps = firstSteps(BLANK);
  expect(steps.map(({ key }) => key)).toEqual([...Object.keys(DONE), 'open']);
  expect(doneOf(BLANK)).toEqual([]);
});

test.each(Object.entries(DONE))('%s is done by its own facts alone', (key, facts) => {
  expect(doneOf({ ...BLANK, ...facts })).toEqual([key]);
});

test('only what is not optional keeps the list on Today', () => {
  expect(isUnfinished(firstSteps(READY))).toBe(true);
  const open = { ...READY, isOpen: true };
  expect(isUnfinished(firstSteps(open))).toBe(false);
  const without = { ...open, hasBrand: false, pastWork: { published: 0, drafts: 0 } };
  expect(isUnfinished(firstSteps(without))).toBe(false);
  expect(isUnfinished(firstSteps({ ...open, hasTerms: false }))).toBe(true);
});

test('each step says what is missing and leads to it', () => {
  expect(step('legal')?.state).toBe('Missing: your address and a phone number.');
  expect(step('gig', { gigs: { published: 0, draft: 'one' } })?.to).toBe('/desk/gigs/one');
  expect(step('you', { isStarter: true, ...DONE['you'] })).toMatchObject({
    ...{ isDone: false, to: '/desk/publish' },
  });
});

test('a purchase that the webhook did not report is not done, and says why', () => {
  const checks = { Webhook: wrong('Webhook', 'It answers 502.') };
  const refunded = { state: 'refunded' as const, isReported: false };
  expect(step('purchase', { purchase: refunded, checks })).toMatchObject({
    isDone: false,
    state: 'Paid and refunded, but Razorpay’s webhook has reported nothing. It answers 502.',
  });
  expect(step('purchase', { hasPaidOrder: true })?.isDone).toBe(true);
});

test('without a mail server no test mail is offered, and the step says that buyers get none', () => {
  const text = 'Mail stays on this machine.';
  const checks = { Mail: { part: 'Mail', state: 'skipped' as const, text } };
  expect(step('mail', { checks })).toMatchObject({
    ...{ isDone: false, isOptional: true },
    state: expect.stringContaining(`${text} Buyers get none`),
    to: '/desk/doctor',
  });
});

test('mail that arrives is not done while a record is missing', () => {
  const checks = { 'Mail records': wrong('Mail records', 'Add DMARC.') };
  expect(step('mail', { mail: 'arrived', checks })).toMatchObject({
    ...{ isDone: false, state: 'Add DMARC.', to: '/desk/doctor' },
  });
});

test('answers by mail are a step where mail can be answered, and open while the mailbox cannot be read', () => {
  expect(step('replies', { testAnswer: null })).toBeUndefined();
  expect(step('replies', { testAnswer: 'sent' })?.state).toBe('A test mail was sent: answer it.');
  const checks = { 'Mail answers': wrong('Mail answers', 'Answers do not arrive yet.') };
  expect(step('replies', { testAnswer: 'answered', checks })).toMatchObject({
    ...{ isDone: false, isOptional: true, state: 'Answers do not arrive yet.' },
  });
});

test('keys are named by what they do, and by what is wrong with them', () => {
  expect(step('keys', DONE['keys'])?.state).toMatch(/^Test keys: no real money moves/);
  const checks = { Payment: wrong('Payment', 'Razorpay refuses the keys.') };
  expect(step('keys', { checks })).toMatchObject({
    isDone: false,
    state: 'Razorpay refuses the keys.',
  });
});

test('what is broken is told by an open step in its own words, or by no step', () => {
  const webhook = wrong('Webhook', 'Razorpay’s reports are refused.');
  const isHidden = (more: Partial<FirstStepsFacts>) =>
    isTold(webhook, firstSteps({ ...BLANK, checks: { Webhook: webhook }, ...more }));
  expect(isHidden({}), 'the ₹1 is not paid yet, and the step says nothing of it').toBe(false);
  const refunded = { purchase: { state: 'refunded' as const, isReported: false } };
  expect(isHidden(refunded), 'the step of the ₹1 says it').toBe(true);
  expect(isHidden({ ...refunded, hasPaidOrder: true }), 'that step is done').toBe(false);
  const records = wrong('Mail records', 'Add SPF.');
  const checks = {
    Mail: wrong('Mail', 'The mail server does not answer.'),
    'Mail records': records,
  };
  expect(isTold(checks.Mail, firstSteps({ ...BLANK, checks }))).toBe(true);
  expect(isTold(records, firstSteps({ ...BLANK, checks })), 'the step tells of one').toBe(false);
});
