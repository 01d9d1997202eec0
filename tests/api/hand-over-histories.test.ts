import { expect, test } from 'vitest';
import { storeFilePictures } from '../../api/modules/orders/deliveries/draw-file.ts';
import { completeUnansweredDeliveries } from '../../api/modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { DAY } from '../../api/platform/clock.ts';
import { buyerAnswers, ownerProposes } from '../support/changes.ts';
import fc, { randomRuns } from '../support/fast-check.ts';
import { setOpensWhenPaid } from '../support/gigs.ts';
import type { Answer, Person } from '../support/http-client.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
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

const DESK = '/api/v1/desk';
const DELIVERY = '/api/v1/gig/delivery';
const DAYS_TO_OPEN = 14;
const DAYS_TO_PAY_CHANGE = 7;

interface Part {
  due: 'accepting' | 'delivery' | 'completion' | 'date';
  isSettled: boolean;
  /** The day of a part that has one; infinite while it waits for something. */
  on: number;
}

interface Pin {
  _id: string;
  file: string;
  version: number;
  number: number;
  isResolved: boolean;
  revision: string | null;
  answeredIn: number | null;
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
  /** The version of each delivered file. */
  files: Map<string, number>;
  pins: Pin[];
  /** The approved revision that the next version completes. */
  approved: Set<string>;
}

interface History {
  app: InProcessApp;
  moveClock: (days: number) => void;
  day: number;
  owner: Person;
  buyer: Person;
  /** Another buyer, who may have none of it. */
  stranger: Person;
  ids: { buyer: string; stranger: string };
  orderId: string;
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

const takesPins = ({ status, isRefunded }: Story): boolean =>
  !isRefunded && status !== 'Completed' && status !== 'Ended';

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
    const id = body.file._id;
    await history.app.write((tx) => storeFilePictures(tx, id, PICTURES));
    expect((await history.buyer.get(`${DELIVERY}/file/${id}`)).status, 'not delivered').toBe(404);
    const answer = await owner.post(`${path}/deliver`, { message: 'Here it is.' });
    if (!did(answer)) {
      await owner.delete(`${path}/files/${id}`);
      expect((await point(history.buyer, { file: id })).status, 'withdrawn').toBe(404);
      return;
    }
    const version = Math.max(0, ...story.files.values()) + 1;
    story.files.set(id, version);
    for (const pin of story.pins)
      if (pin.revision && story.approved.has(pin.revision) && !pin.isResolved)
        pin.answeredIn ??= version;
    story.approved.clear();
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
  async point({ buyer, owner, stranger, story }: History) {
    const [file, version] = [...story.files].at(-1) ?? [];
    if (!file || !version) return;
    const [side, base] = story.pins.length % 3 === 1 ? [owner, `${DESK}/orders`] : [buyer];
    const _id = crypto.randomUUID();
    expect((await point(stranger, { file })).status, 'pointed at by another').toBe(404);
    expect((await point(side, { file, x: 1_001 }, base)).status, 'outside').toBe(400);
    const [{ status }] = [
      await point(side, { _id, file }, base),
      await point(side, { _id, file }, base),
    ];
    expect(status, 'pointing').toBe(takesPins(story) ? 201 : 409);
    if (status !== 201) return;
    const number = story.pins.filter((pin) => pin.version === version).length + 1;
    story.pins.push({
      ...{ _id, file, version, number, isResolved: false, revision: null, answeredIn: null },
    });
  },
  async resolve({ buyer, owner, story }: History) {
    const pin = story.pins[story.pins.length >> 1];
    if (!pin) return;
    const path = `pins/${pin._id}/resolved`;
    const isResolved = !pin.isResolved;
    const answers = await Promise.all([
      buyer.put(`${DELIVERY}/${path}`, { isResolved }),
      owner.put(`${DESK}/orders/${path}`, { isResolved }),
    ]);
    const expected = takesPins(story) ? 200 : 409;
    expect(
      answers.map(({ status }) => status),
      'resolved by both',
    ).toEqual([expected, expected]);
    if (expected === 200) pin.isResolved = isResolved;
  },
  async revise({ buyer, owner, orderId, story }: History) {
    const requestId = crypto.randomUUID();
    const chosen = story.pins.filter(({ isResolved }) => !isResolved);
    const pins = chosen.map(({ _id }) => _id);
    const sent = { orderId, requestId, pins, revisionDescription: 'Larger letters, please.' };
    const asked = await buyer.post('/api/v1/gig/order/revision-request', sent);
    if (!did(asked)) return;
    story.isAsked = true;
    for (const pin of chosen) pin.revision = requestId;
    const path = `${DESK}/revisions/${requestId}`;
    if (!did(await owner.write('PATCH', path, { status: 'Approved' }, {}))) return;
    story.isAsked = false;
    story.approved.add(requestId);
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
    Object.assign(history, await signInAgain(app, history.ids));
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

/** Whoever asks in whatever way is answered alike, and every pin stays where it was set. */
async function expectFiles({ buyer, stranger, orderId, story }: History, after: string) {
  const expected = story.isOpen ? 200 : 402;
  for (const id of story.files.keys()) {
    const path = `${DELIVERY}/file/${id}`;
    expect((await buyer.get(path)).status, after).toBe(expected);
    expect((await buyer.get(path, { Range: 'bytes=0-1' })).status, after).toBe(expected);
    const picture = `${DELIVERY}/picture/${id}`;
    const { body } = await buyer.get(picture);
    expect(body, after).toBe(story.opensWhenPaid && !story.isOpen ? 'preview' : 'whole');
    expect((await stranger.get(picture)).status, after).toBe(404);
  }
  const { pins } = (await buyer.get(`${DELIVERY}/pins/${orderId}`)).body;
  const read = pins.map(({ resolvedBy, ...pin }: Record<string, unknown>) => ({
    ...pin,
    isResolved: resolvedBy !== null,
  }));
  const byVersion = story.pins.toSorted((a, b) => a.version - b.version || a.number - b.number);
  expect(read, after).toMatchObject(byVersion);
  expect(read, after).toHaveLength(byVersion.length);
  const order = await orderOf(buyer, orderId);
  expect(order.isClosed, after).toBe(story.previewedOn !== null && !story.isOpen);
  const pack = await buyer.get(`/api/v1/gig/order/${orderId}/pack`);
  expect(pack.status, after).toBe(order.orderStatus === 'Completed' ? 200 : 409);
}

/** What would be drawn, without the time that drawing takes. */
const PICTURES = (['whole', 'preview'] as const).map((kind) => ({
  ...{ kind, width: 9, height: 9, bytes: Buffer.from(kind) },
}));

const point = (who: Person, pin: object, base = DELIVERY) =>
  who.post(`${base}/pins`, { _id: crypto.randomUUID(), x: 500, y: 0, text: 'Here.', ...pin });

/** Sessions end after days, and histories move the clock. */
async function signInAgain<Name extends string>(app: InProcessApp, ids: Record<Name, string>) {
  const people = { owner: await ownerOf(app) } as Record<Name | 'owner', Person>;
  for (const name of Object.keys(ids) as Name[]) people[name] = await signedIn(app, ids[name]);
  return people;
}

const dues = fc.constantFrom<Part['due'][]>('delivery', 'delivery', 'completion', 'date');
const OFTEN = ['deliver', 'deliver', 'point', 'revise', 'resolve'] as const;
const histories = fc.record({
  opensWhenPaid: fc.constantFrom(true, true, true, false),
  startsFrom: fc.constantFrom('Full', 'Milestone', 'Milestone', 'Quote'),
  later: fc.array(dues, { maxLength: 3 }),
  // What follows from a delivery needs one.
  steps: fc.array(fc.constantFrom(...(Object.keys(STEPS) as Step[]), ...OFTEN), {
    minLength: 3,
    maxLength: 12,
  }),
});
type Told = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const PRICE = 60_000;
/** Long before, or long after every delivery of a history. */
const DAYS_AHEAD = 4;

async function begin(
  { app, owner, now }: { app: InProcessApp; owner: Person; now: Date },
  { opensWhenPaid, startsFrom, later }: Told,
) {
  const { person: buyer, user } = await insertBuyer(app);
  if (startsFrom !== 'Quote') {
    await app.write((tx) => setOpensWhenPaid(tx, { id: WEBSITE, opensWhenPaid }));
    const { orderId } = await buy(app, buyer, { paymentType: startsFrom });
    return { buyer, id: user.id, orderId, dues: startsFrom === 'Full' ? [] : ['delivery'] };
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
  return { buyer, id: user.id, orderId: body.order as string, dues: later };
}

async function tell({ app, clock, stranger }: Shared, told: Told): Promise<void> {
  const people = await signInAgain(app, { stranger });
  const { owner } = people;
  app.sandbox.faults.webhooks.hold = true;
  const { dues, id, ...begun } = await begin({ app, owner, now: clock.now() }, told);
  const first: Part = { due: 'accepting', isSettled: true, on: 0 };
  const rest = (dues as Part['due'][]).map((due) => ({
    ...{ due, isSettled: false, on: due === 'date' ? DAYS_AHEAD + 1 : Number.POSITIVE_INFINITY },
  }));
  const history: History = {
    ...{ ...begun, ...people, app, moveClock: clock.move, day: 0, dispute: null, unheard: [] },
    ids: { buyer: id, stranger },
    story: {
      ...{ opensWhenPaid: told.opensWhenPaid, parts: [first, ...rest], previewedOn: null },
      ...{ deliveredOn: 0, isOpen: false, status: 'In Progress', isRefunded: false },
      ...{ isAsked: false, isDisputed: false, files: new Map(), pins: [], approved: new Set() },
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

interface Shared {
  app: InProcessApp;
  clock: { now: () => Date; move: (days: number) => void };
  stranger: string;
}

async function startApp(): Promise<Shared> {
  let moved = 0;
  const clock = {
    now: () => new Date(Date.now() + moved),
    move(days: number) {
      moved += days * DAY;
    },
  };
  const app = await startInProcessApp(clock.now);
  return { app, clock, stranger: (await insertBuyer(app)).user.id };
}

const numRuns = randomRuns(10);
/** Longer lists of orders would only make it slower. */
const HISTORIES_PER_APP = 250;

for (let from = 0; from < numRuns; from += HISTORIES_PER_APP) {
  const runs = Math.min(HISTORIES_PER_APP, numRuns - from);
  const { seed = 0 } = fc.readConfigureGlobal();
  test(`files are open exactly when the agreement says so (histories ${from + 1} to ${from + runs}, seed ${seed + from})`, async () => {
    const shared = await startApp();
    try {
      const property = fc.asyncProperty(histories, (told) => tell(shared, told));
      await fc.assert(property, { numRuns: runs, seed: seed + from });
    } finally {
      await shared.app.close();
    }
  }, 3_600_000);
}
