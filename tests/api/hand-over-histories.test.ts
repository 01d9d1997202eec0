import { expect, test } from 'vitest';
import { completeUnansweredDeliveries } from '../../api/modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { DAY } from '../../api/platform/clock.ts';
import { buyerAnswers, ownerProposes } from '../support/changes.ts';
import { ON_POSTGRES } from '../support/database.ts';
import fc, { randomRuns } from '../support/fast-check.ts';
import { setOpensWhenPaid } from '../support/gigs.ts';
import type { Answer, Person } from '../support/http-client.ts';
import { startInProcessApp } from '../support/in-process-app.ts';
import {
  buy,
  CAPTURED,
  orderOf,
  payRemaining,
  storedPayments,
  verifyPayment,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { insertBuyer, ownerOf, signedIn, WEBSITE } from '../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../support/quotes.ts';
import { type RunningApp, startTestApp } from '../support/test-app.ts';

const DESK = '/api/v1/desk';
const DAYS_TO_OPEN = 14;
const DAYS_TO_PAY_CHANGE = 7;

interface Part {
  due: 'accepting' | 'delivery' | 'completion' | 'date';
  isSettled: boolean;
  /** The day of a part that has one; infinite while it waits for something. */
  on: number;
}

/** What was agreed and what has happened, as somebody would write it down who reads the agreement. */
interface Story {
  opensWhenPaid: boolean;
  parts: Part[];
  previewedOn: number | null;
  deliveredOn: number;
  isOpen: boolean;
  status: 'In Progress' | 'Accepted' | 'Delivered' | 'Completed' | 'Ended';
  isRefunded: boolean;
  isAsked: boolean;
  isDisputed: boolean;
}

interface History {
  app: RunningApp;
  moveClock: (days: number) => void;
  day: number;
  owner: Person;
  buyer: Person;
  buyerId: string;
  orderId: string;
  files: string[];
  dispute: string | null;
  /** What was paid and not reported yet. */
  unheard: Part[];
  story: Story;
}

/** Files open with the last part that was due at the latest when they were delivered first. */
function openWhatIsPaid(story: Story): void {
  const { previewedOn } = story;
  if (previewedOn === null || story.status === 'Ended') return;
  const keepsClosed = ({ due, isSettled, on }: Part) =>
    !isSettled && (due === 'delivery' || (due === 'date' && on <= previewedOn));
  if (!story.opensWhenPaid || !story.parts.some(keepsClosed)) story.isOpen = true;
}

const open = ({ parts }: Story) => {
  const [next] = parts.filter(({ isSettled }) => !isSettled).sort((a, b) => a.on - b.on);
  return next;
};
const did = ({ status }: Answer): boolean => status < 300;

async function hear(history: History): Promise<void> {
  const { app, unheard, story } = history;
  app.sandbox.release();
  await app.sandbox.settled();
  app.sandbox.faults.webhooks.hold = true;
  await app.server.reconciler.run();
  // Of an order that ended meanwhile it goes back.
  const isDue = story.status !== 'Ended' && !story.isRefunded;
  for (const part of unheard.splice(0)) part.isSettled ||= isDue;
}

async function refund(history: History, amount?: number): Promise<boolean> {
  const [payment] = await storedPayments(history.app, history.orderId);
  const sent = { refundId: crypto.randomUUID(), reason: 'Agreed.', ...(amount ? { amount } : {}) };
  const answer = await history.owner.post(`${DESK}/payments/${payment?.id}/refund`, sent);
  return did(answer);
}

/** What can happen; each writes down what it did, and expects what may not happen to be refused. */
const STEPS = {
  async deliver(history: History) {
    const { owner, orderId, story, day } = history;
    const path = `${DESK}/orders/${orderId}`;
    const { body } = await owner.post(`${path}/files`, { name: 'work.txt', data: 'd29yaw==' });
    const answer = await owner.post(`${path}/deliver`, { message: 'Here it is.' });
    if (!did(answer)) {
      await owner.delete(`${path}/files/${body.file._id}`);
      return;
    }
    history.files.push(body.file._id);
    story.previewedOn ??= day;
    for (const part of story.parts) if (part.due === 'delivery') part.on = Math.min(part.on, day);
    Object.assign(story, { status: 'Delivered', deliveredOn: day });
  },
  async pay(history: History) {
    const { app, buyer, orderId, story } = history;
    await hear(history);
    const part = open(story);
    const due = await payRemaining(buyer, orderId);
    if (!did(due) || !part) return;
    const result = app.sandbox.pay(due.body.orderId, CAPTURED);
    await verifyRemainingPayment(buyer, orderId, result);
    part.isSettled = true;
  },
  /** The browser was closed: only the provider's report says so, later. */
  async payAndLeave(history: History) {
    const { app, buyer, orderId, story, unheard } = history;
    const part = open(story);
    if (unheard.length > 0 || !part) return;
    const due = await payRemaining(buyer, orderId);
    if (!did(due)) return;
    app.sandbox.pay(due.body.orderId, CAPTURED);
    unheard.push(part);
  },
  hear,
  async waive(history: History) {
    await hear(history);
    const { parts } = await orderOf(history.buyer, history.orderId);
    const at = history.story.parts.findIndex(({ isSettled }) => !isSettled);
    if (at < 0) return;
    const path = `${DESK}/payments/instalments/${parts[at]._id}/waive`;
    const part = history.story.parts[at];
    if (did(await history.owner.post(path, {})) && part) part.isSettled = true;
  },
  refundSome: (history: History) => refund(history, 10),
  async refundFirst(history: History) {
    await hear(history);
    await refund(history);
    const order = await orderOf(history.buyer, history.orderId);
    history.story.isRefunded = order.orderStatus === 'Refunded';
  },
  async dispute(history: History) {
    const { app, orderId, story } = history;
    await hear(history);
    const [payment] = await storedPayments(app, orderId);
    if (history.dispute || !payment || payment.refunded > 0) return;
    history.dispute = app.sandbox.dispute(payment.id, { amount: 5_000 }).id;
    story.isDisputed = true;
    await hear(history);
  },
  async loseDispute(history: History) {
    if (!history.story.isDisputed || !history.dispute) return;
    history.app.sandbox.moveDispute(history.dispute, 'lost');
    history.story.isDisputed = false;
    await hear(history);
  },
  async revise({ buyer, owner, orderId, story }: History) {
    const sent = { orderId, revisionDescription: 'Larger letters, please.' };
    const asked = await buyer.post('/api/v1/gig/order/revision-request', sent);
    if (!did(asked)) return;
    story.isAsked = true;
    const { body } = await owner.get(`${DESK}/orders/${orderId}`);
    const path = `${DESK}/revisions/${body.order.revisions[0]._id}`;
    if (!did(await owner.write('PATCH', path, { status: 'Approved' }, {}))) return;
    story.isAsked = false;
    if (story.status === 'Delivered') story.status = 'Accepted';
  },
  async change({ buyer, owner, orderId, story, day }: History) {
    const changeId = crypto.randomUUID();
    if (!did(await ownerProposes(owner, orderId, { changeId, amount: 700, extraDays: 0 }))) return;
    story.isAsked = true;
    if (!did(await buyerAnswers(buyer, changeId, 'accept'))) return;
    story.isAsked = false;
    story.parts.push({ due: 'date', isSettled: false, on: day + DAYS_TO_PAY_CHANGE });
    if (story.status === 'Delivered') story.status = 'Accepted';
  },
  async wait(history: History) {
    const { app, story } = history;
    await hear(history);
    openWhatIsPaid(story);
    history.moveClock(8);
    history.day += 8;
    Object.assign(history, {
      owner: await ownerOf(app),
      buyer: await signedIn(app, history.buyerId),
    });
    await completeUnansweredDeliveries(app.server.services);
    const { orderStatus } = await orderOf(history.buyer, history.orderId);
    if (orderStatus === 'Completed' && story.status !== 'Completed') {
      expect(story.isOpen, 'days of acceptance count from the opening').toBe(true);
      story.status = 'Completed';
    }
  },
  async accept({ buyer, orderId, story }: History) {
    const done = did(await buyer.post('/api/v1/gig/delivery/accept', { orderId }));
    if (done) expect(story, 'only what is open is accepted').toMatchObject({ isOpen: true });
    if (done) story.status = 'Completed';
  },
  async cancel({ buyer, orderId, story }: History) {
    const { cancellation } = await orderOf(buyer, orderId);
    const refund = cancellation?.refund ?? 0;
    const done = did(await buyer.post(`/api/v1/gig/order/${orderId}/cancel`, { refund }));
    if (!done) return;
    expect(story.previewedOn, 'a preview ends cancelling alone').toBeNull();
    story.status = 'Ended';
  },
  async end(history: History) {
    const { owner, orderId, story, day, unheard } = history;
    if (unheard.length > 0) await hear(history);
    openWhatIsPaid(story);
    const done = did(await owner.post(`${DESK}/orders/${orderId}/end`, { refund: 0 }));
    const isUnpaid = story.status === 'Delivered' && !story.isOpen && !story.isRefunded;
    const isWaiting = !story.isAsked && !story.isDisputed;
    const may = isUnpaid && isWaiting && day - story.deliveredOn >= DAYS_TO_OPEN;
    expect(done, 'closing for want of a payment').toBe(may);
    if (done) story.status = 'Ended';
  },
};

type Step = keyof typeof STEPS;

/** Whoever asks in whatever way is answered alike. */
async function expectFiles({ buyer, orderId, files, story }: History, after: string) {
  const expected = story.isOpen ? 200 : 402;
  for (const id of files) {
    const path = `/api/v1/gig/delivery/file/${id}`;
    expect((await buyer.get(path)).status, after).toBe(expected);
    expect((await buyer.get(path, { Range: 'bytes=0-1' })).status, after).toBe(expected);
  }
  const order = await orderOf(buyer, orderId);
  expect(order.isClosed, after).toBe(story.previewedOn !== null && !story.isOpen);
  const pack = await buyer.get(`/api/v1/gig/order/${orderId}/pack`);
  expect(pack.status, after).toBe(order.orderStatus === 'Completed' ? 200 : 409);
}

const dues = fc.constantFrom<Part['due'][]>('delivery', 'delivery', 'completion', 'date');
const histories = fc.record({
  opensWhenPaid: fc.constantFrom(true, true, true, false),
  startsFrom: fc.constantFrom('Full', 'Milestone', 'Milestone', 'Quote'),
  later: fc.array(dues, { maxLength: 3 }),
  steps: fc.array(fc.constantFrom(...(Object.keys(STEPS) as Step[])), {
    minLength: 3,
    maxLength: 12,
  }),
});
type Told = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const PRICE = 60_000;
/** Long before, or long after every delivery of a history. */
const DAYS_AHEAD = 4;

async function begin(
  { app, owner, now }: { app: RunningApp; owner: Person; now: Date },
  { opensWhenPaid, startsFrom, later }: Told,
) {
  const { person: buyer, user } = await insertBuyer(app);
  if (startsFrom !== 'Quote') {
    await app.write((tx) => setOpensWhenPaid(tx, { id: WEBSITE, opensWhenPaid }));
    const { orderId } = await buy(app, buyer, { paymentType: startsFrom });
    return { buyer, buyerId: user.id, orderId, dues: startsFrom === 'Full' ? [] : ['delivery'] };
  }
  const day = new Date(now.getTime() + DAYS_AHEAD * DAY).toISOString().slice(0, 10);
  const amount = PRICE / (later.length + 1);
  const parts = ['accepting', ...later].map((due) => ({
    ...{ title: '', amount, due },
    ...(due === 'date' ? { day } : {}),
  }));
  const terms = { opensWhenPaid, parts, price: PRICE };
  const quote = await sendQuote(owner, await askQuestion(buyer), terms);
  const { body } = await acceptQuote(buyer, quote);
  await verifyPayment(buyer, app.sandbox.pay(body.orderId, CAPTURED));
  return { buyer, buyerId: user.id, orderId: body.order as string, dues: later };
}

async function tell(app: RunningApp, clock: Clock, told: Told): Promise<void> {
  const owner = await ownerOf(app);
  app.sandbox.faults.webhooks.hold = true;
  const { dues, ...begun } = await begin({ app, owner, now: clock.now() }, told);
  const first: Part = { due: 'accepting', isSettled: true, on: 0 };
  const rest = (dues as Part['due'][]).map((due) => ({
    ...{ due, isSettled: false, on: due === 'date' ? DAYS_AHEAD + 1 : Number.POSITIVE_INFINITY },
  }));
  const history: History = {
    ...{ ...begun, app, owner, moveClock: clock.move, day: 0, files: [], dispute: null },
    unheard: [],
    story: {
      ...{ opensWhenPaid: told.opensWhenPaid, parts: [first, ...rest], previewedOn: null },
      ...{ deliveredOn: 0, isOpen: false, status: 'In Progress', isRefunded: false },
      ...{ isAsked: false, isDisputed: false },
    },
  };
  await owner.post(`${DESK}/orders/${history.orderId}/accept`);
  history.story.status = 'Accepted';
  for (const step of told.steps) {
    await STEPS[step](history);
    openWhatIsPaid(history.story);
    await expectFiles(history, step);
  }
  await hear(history);
}

interface Clock {
  now: () => Date;
  move: (days: number) => void;
}

async function startApp() {
  if (!ON_POSTGRES) {
    let moved = 0;
    const now = () => new Date(Date.now() + moved);
    const move = (days: number) => {
      moved += days * DAY;
    };
    return { app: await startInProcessApp(now), clock: { now, move } };
  }
  const app = await startTestApp();
  const clock = { now: app.server.services.clock, move: (days: number) => app.advance(days * DAY) };
  return { app, clock };
}

const numRuns = randomRuns(10);
/** Longer lists of orders would only make it slower. */
const HISTORIES_PER_APP = 250;

for (let from = 0; from < numRuns; from += HISTORIES_PER_APP) {
  const runs = Math.min(HISTORIES_PER_APP, numRuns - from);
  const { seed = 0 } = fc.readConfigureGlobal();
  test(`files are open exactly when the agreement says so (histories ${from + 1} to ${from + runs}, seed ${seed + from})`, async () => {
    const { app, clock } = await startApp();
    try {
      const property = fc.asyncProperty(histories, (told) => tell(app, clock, told));
      await fc.assert(property, { numRuns: runs, seed: seed + from });
    } finally {
      await app.close();
    }
  }, 3_600_000);
}
