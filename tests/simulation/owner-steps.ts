import { expect } from 'vitest';
import { carryOutActs } from '../../api/modules/deliveries/delayed-acts.ts';
import fc from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import { ownerOf } from '../support/people.ts';
import type { TestApp } from '../support/test-app.ts';
import {
  isActive,
  type Model,
  type OrderModel,
  openPaidFiles,
  refundWhatIsOwed,
  setDueDates,
} from './model.ts';
import { hasOrders, pick, step } from './step.ts';

const DESK = '/api/v1/desk';
const nth = fc.nat({ max: 30 });

export const moves = {
  accept: { from: 'In Progress', to: 'Accepted', body: {} },
  reject: { from: 'In Progress', to: 'Rejected', body: { reason: 'No time this month.' } },
  deliver: { from: 'Accepted', to: 'Delivered', body: { message: 'Here it is.' } },
} as const;

export const moveOrder = ({ at, move }: { at: number; move: keyof typeof moves }) =>
  step({
    comesFirst: true,
    scenario: (model) => `the owner clicks ${move} twice on ${pick(model, at).label}`,
    possible: hasOrders,
    // Rejecting needs a recent confirmation, which a sign-in is.
    run: async (model, { app }) =>
      click(model, app, { by: await ownerOf(app), order: pick(model, at), move }),
  });

/** Clicks twice at once, as the owner or for the owner. */
export async function click(
  model: Model,
  app: TestApp,
  { by, order, move }: { by: Person; order: OrderModel; move: keyof typeof moves },
): Promise<void> {
  const { from, to, body } = moves[move];
  const press = () => by.post(`${DESK}/orders/${order.id}/${move}`, body);
  const statuses = (await Promise.all([press(), press()])).map(({ status }) => status).sort();
  const moved = order.status === from && isActive(model, order);
  expect(statuses).toEqual(moved ? [200, 409] : [409, 409]);
  if (!moved) return;
  apply(model, order, { to, files: order.files, now: app.server.services.clock() });
}

function apply(
  model: Model,
  order: OrderModel,
  { to, ...of }: { to: OrderModel['status']; files: OrderModel['files']; now: Date },
): void {
  order.status = to;
  if (to === 'Delivered') deliver(order, model.day, of);
  refundWhatIsOwed(model);
}

const PRESSES = ['accept', 'deliver', 'deliver', 'deliver again', 'reject a revision'] as const;
type Press = (typeof PRESSES)[number];

/** What can be undone waits over the next step, which comes first. */
const pressing = fc
  .record({ at: nth, isUndone: fc.boolean(), press: fc.constantFrom(...PRESSES) })
  .map(({ at, press, isUndone }) =>
    step({
      scenario: (model) =>
        `the owner presses ${press} on ${pick(model, at).label}${isUndone ? ', and undoes it after the next step' : ''}`,
      possible: (model) => hasOrders(model) && hasSubject(pick(model, at), press),
      async run(model, { app }) {
        const [order, owner] = [pick(model, at), await ownerOf(app)];
        const { now, fits, ...act } = actOf(model, order, press);
        const { status } = await act.send(owner);
        expect(status).toBe(fits() ? 200 : 409);
        if (status !== 200) return;
        model.endPressed = async () => {
          if (isUndone) {
            expect((await owner.post(`${DESK}/orders/${order.id}/undo`)).status).toBe(200);
            return;
          }
          app.advance(10_000);
          await carryOutActs(app.server.services);
          if (fits()) now(app.server.services.clock());
        };
      },
    }),
  );

function hasSubject(order: OrderModel, press: Press): boolean {
  if (press === 'reject a revision') return order.revisions.length > 0;
  return press !== 'deliver again' || order.deliveries > 0;
}

const MAX_CORRECTIONS = 3;

/** How something is pressed, whether it fits the order, and what follows from it. */
function actOf(model: Model, order: OrderModel, press: Press) {
  const files = [...order.files];
  if (press === 'reject a revision') {
    const revision = order.revisions.at(-1);
    const path = `${DESK}/revisions/${revision?.id}?undo=true`;
    return {
      send: (owner: Person) =>
        owner.write('PATCH', path, { status: 'Rejected', reason: 'It is as agreed.' }, {}),
      fits: () => revision?.status === 'Pending',
      now: () => void Object.assign(revision ?? {}, { status: 'Rejected' }),
    };
  }
  const isAgain = press === 'deliver again';
  const { from, to, body } = moves[isAgain ? 'deliver' : press];
  const sent = isAgain ? { ...body, corrects: order.deliveries } : body;
  const path = `${DESK}/orders/${order.id}/${press === 'accept' ? press : 'deliver'}?undo=true`;
  return {
    send: (owner: Person) => owner.post(path, sent),
    fits: () =>
      order.status === (isAgain ? to : from) &&
      isActive(model, order) &&
      (!isAgain || (order.corrections.at(-1) ?? 0) < MAX_CORRECTIONS),
    now: (now: Date) =>
      isAgain ? correct(order, model.day, files) : apply(model, order, { to, files, now }),
  };
}

/** The days to answer begin anew; nothing else of the order changes. */
function correct(order: OrderModel, day: number, files: OrderModel['files']): void {
  order.corrections.push((order.corrections.pop() ?? 0) + 1);
  addVersion(order, day, files);
}

function addVersion(order: OrderModel, day: number, files: OrderModel['files']): void {
  order.deliveries += 1;
  order.deliveredOn = day;
  for (const file of files)
    if (file.kind === 'waiting')
      Object.assign(file, { kind: 'delivered', version: order.deliveries });
}

const moving = fc
  .record({
    at: nth,
    move: fc.constantFrom<(keyof typeof moves)[]>(
      'accept',
      'accept',
      'deliver',
      'deliver',
      'reject',
    ),
  })
  .map(moveOrder);

function deliver(
  order: OrderModel,
  day: number,
  { files, now }: { files: OrderModel['files']; now: Date },
): void {
  order.corrections.push(0);
  addVersion(order, day, files);
  setDueDates(order, 'delivery', now);
  if (order.opensWhenPaid) order.handOver ??= { previewedAt: now.getTime(), openedOn: null };
  openPaidFiles(order, day);
  const isApproved = (id: string | null) =>
    order.revisions.some((each) => each.id === id && each.status === 'Approved');
  for (const pin of order.pins)
    if (isApproved(pin.revision) && !pin.isResolved) pin.answeredIn ??= order.deliveries;
  for (const revision of order.revisions)
    if (revision.status === 'Approved') revision.status = 'Completed';
}

const before = { Approved: 'Pending', Rejected: 'Pending', Completed: 'Approved' } as const;

const deciding = fc
  .record({ at: nth, decision: fc.constantFrom('Approved', 'Approved', 'Rejected', 'Completed') })
  .map(({ at, decision }) =>
    step({
      comesFirst: true,
      scenario: (model) =>
        `the owner sets the newest revision of ${pick(model, at).label} to ${decision}`,
      possible: (model) => hasOrders(model) && pick(model, at).revisions.length > 0,
      async run(model, { owner }) {
        const order = pick(model, at);
        const revision = order.revisions.at(-1);
        if (!revision) throw new Error('no revision');
        const { status } = await owner.send(
          'PATCH',
          `${DESK}/revisions/${revision.id}`,
          JSON.stringify({ status: decision }),
          {
            Origin: owner.origin,
            'Content-Type': 'application/json',
            'X-XSRF-TOKEN': owner.cookies.get('XSRF-TOKEN') ?? '',
          },
        );
        const follows = revision.status === before[decision];
        const allowed = follows && (decision !== 'Approved' || isActive(model, order));
        expect(status).toBe(allowed ? 200 : 409);
        if (!allowed) return;
        revision.status = decision;
        if (decision === 'Approved' && order.status === 'Delivered') order.status = 'Accepted';
      },
    }),
  );

export const ownerSteps = [moving, moving, pressing, deciding];
