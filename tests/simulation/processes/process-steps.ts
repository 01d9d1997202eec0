import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Faults, RouteKind } from '../../../api/razorpay-sandbox/faults.ts';
import fc from '../../support/fast-check.ts';
import { ownerOf } from '../../support/people.ts';
import { connectClient, type SocketClient } from '../../support/socket-client.ts';
import { waitFor } from '../../support/wait-for.ts';
import { canReturn, last, recorded, reportAsBrowser } from '../bank-steps.ts';
import { canPlace, placeOrder, whatToPlace } from '../checkout-steps.ts';
import { leftOf, paidOf, report } from '../model.ts';
import { checkMigrated } from '../next-version.ts';
import { hasBuyer, pick, type Simulated, saidBy, step } from '../step.ts';
import type { AppProcess } from './start-app-process.ts';

const nth = fc.nat({ max: 30 });
/** A killed process keeps its leases for this long. */
const LEASE_MS = 16_000;

function processesOf({ processes }: Simulated) {
  if (!processes) throw new Error('the app has one process');
  return processes;
}

function runningAt(real: Simulated, at: number): AppProcess {
  const running = processesOf(real).running();
  const one = running[at % running.length];
  if (!one) throw new Error('no process is running');
  return one;
}

/** The processes of a scenario are no part of the model: with one left, nothing ends it. */
const ending = fc
  .record({ at: nth, signal: fc.constantFrom<('SIGTERM' | 'SIGKILL')[]>('SIGTERM', 'SIGKILL') })
  .map(({ at, signal }) =>
    step({
      scenario: () => (signal === 'SIGTERM' ? 'a process is stopped' : 'a process is killed'),
      async run(_, real) {
        const processes = processesOf(real);
        if (processes.running().length === 1) return processes.start();
        await processes.end(runningAt(real, at), signal);
        real.app.advance(LEASE_MS);
      },
    }),
  );

const comingBack = fc.constant(
  step({
    scenario: () => 'a process that was ended is started again',
    async run(_, real) {
      const processes = processesOf(real);
      if (processes.missing() > 0) await processes.start();
    },
  }),
);

const upgrading = nth.map((at) =>
  step({
    scenario: () => 'a process is replaced by one of the next version, which migrates the database',
    async run(_, real) {
      const processes = processesOf(real);
      const newer = processes.upgrade();
      await processes.start();
      await checkMigrated(real.app.server.services.store, newer);
      if (processes.missing() < 0) await processes.end(runningAt(real, at), 'SIGTERM');
    },
  }),
);

/** When the process is killed: so many milliseconds after it got a request, or when it has got that far with it. */
const moments = fc.constantFrom(
  ...[0, 5, 20, 100, 'once the provider has done its part', 'after its answer'],
);
type Moment = typeof moments extends fc.Arbitrary<infer T> ? T : never;
const when = fc.record({ at: nth, moment: moments });
const nameOf = ({ moment }: { moment: Moment }) =>
  `the process that gets it is killed ${typeof moment === 'number' ? `${moment} ms later` : moment}`;

/** Sends a request to a process that is killed meanwhile; whoever sent it does not know what became of it. */
async function killDuring(
  real: Simulated,
  send: () => Promise<unknown>,
  { at, moment, call }: { at: number; moment: Moment; call?: RouteKind },
): Promise<void> {
  const processes = processesOf(real);
  if (processes.running().length === 1) await processes.start();
  const one = runningAt(real, at);
  const { faults } = real.app.sandbox;
  const { take } = faults;
  await processes.onlyTo(one, async () => {
    const isHeld = call && moment === 'once the provider has done its part';
    const called = isHeld ? holdNextAnswer(faults, call) : new Promise(() => {});
    const sent = send().catch(() => null);
    await Promise.race([sent, typeof moment === 'number' ? pause(moment) : called]);
    await processes.end(one, 'SIGKILL');
    await sent;
  });
  faults.take = take;
  faults.clear();
  faults.webhooks.hold = true;
  real.app.advance(LEASE_MS);
}

/** The provider does what this call asks for, and its answer never arrives; resolves when it is asked. */
function holdNextAnswer(faults: Faults, call: RouteKind): Promise<void> {
  const { take } = faults;
  faults.next(call, { kind: 'hang', when: 'after' });
  return new Promise((done) => {
    faults.take = (route) => {
      const fault = take(route);
      if (fault) done();
      return fault;
    };
  });
}

const placing = fc.record({ what: whatToPlace, when }).map(({ what, when: then }) =>
  step({
    scenario: ({ buyers }) =>
      `${buyers[what.who]?.name} places an order, ${nameOf(then)}, and again`,
    possible: (model) => canPlace(model, what),
    run: (model, real) =>
      placeOrder(model, what, (place) =>
        killDuring(real, place, { ...then, call: 'orders.create' }),
      ),
  }),
);

const writing = fc.record({ order: nth, when }).map(({ order: number, when: then }) =>
  step({
    scenario: (model) =>
      `the buyer writes about ${pick(model, number).label}, ${nameOf(then)}, and again`,
    possible: (model) => hasBuyer(model, number) && paidOf(model, pick(model, number)) > 0,
    async run(model, real) {
      const order = pick(model, number);
      const clientId = crypto.randomUUID();
      const send = () =>
        order.buyer.person.post('/api/v1/communicate/send-message', {
          ...{ orderId: order.id, messageText: saidBy(order.buyer), clientId },
        });
      await killDuring(real, send, then);
      expect([200, 201]).toContain((await send()).status);
      order.messages.push(clientId);
    },
  }),
);

const returning = when.map((then) =>
  step({
    scenario: () => `the browser reports the last payment, ${nameOf(then)}, and again`,
    possible: (model) => canReturn(last(model)),
    async run(model, real) {
      const payment = last(model);
      if (!payment) throw new Error('no payment');
      await killDuring(real, () => reportAsBrowser(payment), { ...then, call: 'payments.fetch' });
      expect([200, 202, 409]).toContain((await reportAsBrowser(payment)).status);
      report(model, payment);
    },
  }),
);

const refunding = fc.record({ payment: nth, when }).map(({ payment: number, when: then }) =>
  step({
    scenario: () => `the owner refunds half of a payment, ${nameOf(then)}, and again`,
    possible: (model) => recorded(model).length > 0,
    async run(model, real) {
      const owner = await ownerOf(real.app);
      const payment = recorded(model)[number % recorded(model).length];
      if (!payment) throw new Error('no payment');
      const amount = Math.max(100, Math.floor(payment.instalment.amount / 2));
      const sent = { refundId: crypto.randomUUID(), amount: amount / 100, reason: 'Agreed.' };
      const refund = () => owner.post(`/api/v1/desk/payments/${payment.id}/refund`, sent);
      const fits = amount <= leftOf(payment) && !payment.dispute;
      await killDuring(real, refund, { ...then, call: 'payments.refund' });
      expect((await refund()).status).toBe(fits ? 200 : 409);
      if (fits) payment.refunded += amount;
    },
  }),
);

const chatting = fc.record({ order: nth, at: nth }).map(({ order: number, at }) =>
  step({
    scenario: (model) =>
      `buyer and owner look at ${pick(model, number).label} at two processes while both write`,
    possible: (model) => hasBuyer(model, number) && paidOf(model, pick(model, number)) > 0,
    async run(model, real) {
      const order = pick(model, number);
      const [buyer, owner] = [order.buyer.person, real.owner];
      const { body } = await buyer.post('/api/v1/communicate/order/user-conversation', {
        orderId: order.id,
      });
      const screens: SocketClient[] = [];
      for (const [person, near] of [
        [buyer, at],
        [owner, at + 1],
      ] as const) {
        const { origin } = runningAt(real, near);
        const from = { origin: real.app.origin };
        const screen = await connectClient({ origin, answers: real.app.answers }, person, from);
        screens.push(screen);
        expect(await screen.send('joinConversation', body.conversation._id)).toMatchObject({
          success: true,
        });
      }
      const sent: string[] = [];
      for (const sender of [buyer, owner, buyer]) {
        const clientId = crypto.randomUUID();
        const messageText = sender === owner ? 'Soon.' : saidBy(order.buyer);
        const message = { orderId: order.id, messageText, clientId };
        const answer = await sender.post('/api/v1/communicate/send-message', message);
        expect(answer.status).toBe(201);
        sent.push(answer.body.data._id);
        order.messages.push(clientId);
      }
      // Pushes of different processes arrive in any order; screens sort them by their numbers.
      for (const screen of screens)
        await waitFor(() => {
          const messages = screen.bodiesOf('newMessage').toSorted((one, two) => one.seq - two.seq);
          expect(messages.map(({ _id }) => _id)).toEqual(sent);
        });
      for (const { socket } of screens) socket.close();
    },
  }),
);

export const processSteps = [
  ending,
  comingBack,
  upgrading,
  placing,
  writing,
  returning,
  refunding,
  chatting,
  chatting,
];
