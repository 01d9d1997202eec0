import { expect } from 'vitest';
import fc from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import { beginUpload, uploadFile } from '../support/uploads.ts';
import {
  type FileModel,
  hasClosedFiles,
  hasFailed,
  heldOf,
  type Model,
  type OrderModel,
  paidOf,
  shownStatusOf,
} from './model.ts';
import { hasBuyer, hasOrders, pick, type Simulated, saidBy, step } from './step.ts';

const DESK = '/api/v1/desk';
const CHAT = '/api/v1/communicate';
const MAX_WAITING = 10;
const nth = fc.nat({ max: 30 });
const sizes = fc.constantFrom(1, 300, 70_000);

/** Bytes that name the buyer of an order, so that they are found wherever they stay when the buyer leaves. */
const contentOf = ({ buyer }: OrderModel, size: number): string =>
  `${crypto.randomUUID()} ${saidBy(buyer)} ${'x'.repeat(size)}`;

const addingFile = fc.record({ at: nth, size: sizes }).map(({ at, size }) =>
  step({
    comesFirst: true,
    scenario: (model) => `the owner adds a file of ${size} bytes to ${pick(model, at).label}`,
    possible: (model) => hasBuyer(model, at),
    async run(model, { owner }) {
      const order = pick(model, at);
      const content = contentOf(order, size);
      const waiting = order.files.filter(({ kind }) => kind === 'waiting').length;
      const isOver = ['Rejected', 'Cancelled', 'Refunded'].includes(shownStatusOf(model, order));
      if (isOver || waiting >= MAX_WAITING) {
        const { status } = await beginUpload(owner, order.id, { name: 'draft.pdf', size });
        expect(status).toBe(409);
      } else {
        const id = await uploadFile(owner, order.id, 'draft.pdf', content);
        order.files.push({ id, content, kind: 'waiting' });
      }
    },
  }),
);

const removingFile = nth.map((at) =>
  step({
    comesFirst: true,
    scenario: (model) => `the owner takes the newest file of ${pick(model, at).label} away, twice`,
    possible: (model) => hasOrders(model) && pick(model, at).files.length > 0,
    async run(model, { owner }) {
      const order = pick(model, at);
      const file = order.files.at(-1);
      const remove = () => owner.delete(`${DESK}/orders/${order.id}/files/${file?.id}`);
      const statuses = [(await remove()).status, (await remove()).status];
      expect(statuses).toEqual(file?.kind === 'waiting' ? [200, 404] : [404, 404]);
      if (file?.kind === 'waiting') order.files.pop();
    },
  }),
);

const attaching = fc
  .record({ at: nth, size: sizes, byOwner: fc.boolean() })
  .map(({ at, size, byOwner }) =>
    step({
      scenario: (model) =>
        `${byOwner ? 'the owner' : 'the buyer'} sends a file of ${size} bytes twice about ${pick(model, at).label}`,
      possible: (model) => hasBuyer(model, at),
      async run(model, { owner }) {
        const order = pick(model, at);
        const sender = byOwner ? owner : order.buyer.person;
        const content = byOwner
          ? `${crypto.randomUUID()} ${'x'.repeat(size)}`
          : contentOf(order, size);
        const uploaded = await sender.post(
          `${CHAT}/attachment?orderId=${order.id}&name=wishes.txt`,
          new TextEncoder().encode(content),
          { 'Content-Type': 'application/octet-stream' },
        );
        const expected = byOwner ? 201 : statusOfUpload(model, order);
        expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(expected);
        if (expected !== 201) return;
        const { _id: id } = uploaded.body.data;
        const clientId = crypto.randomUUID();
        const message = { orderId: order.id, messageText: '', clientId, attachments: [id] };
        const send = () => sender.post(`${CHAT}/send-message`, message);
        expect((await Promise.all([send(), send()])).map(({ status }) => status).sort()).toEqual([
          200, 201,
        ]);
        order.messages.push(clientId);
        order.files.push({ id, content, kind: byOwner ? 'of the owner' : 'of the buyer' });
      },
    }),
  );

/** Who holds no money of the order can upload nothing; of an unpaid checkout nobody knows. */
function statusOfUpload(model: Model, order: OrderModel): number {
  if (paidOf(model, order) === 0 && !hasFailed(model, order)) return 404;
  return heldOf(model, order) > 0 ? 201 : 409;
}

/** What goes with the buyer's account: everything that was delivered, and what they sent themselves. */
export function forgetFiles(order: OrderModel): void {
  const isOwners = ({ kind }: FileModel) => kind === 'of the owner';
  order.goneFiles.push(...order.files.filter((file) => !isOwners(file)));
  order.files = order.files.filter(isOwners);
  order.pins = [];
}

export const fileSteps = [addingFile, addingFile, removingFile, attaching, attaching];

/** Each file is read by the people of its order, and by nobody else. */
export async function checkFiles({ app, owner }: Simulated, model: Model): Promise<void> {
  for (const order of model.orders) {
    const { buyer } = order;
    const stranger = model.buyers.find((each) => each !== buyer && !each.isGone)?.person;
    for (const file of order.files) {
      await expectFile(owner, pathOf(file, 'owner'), file.content);
      const path = pathOf(file, 'buyer');
      if (!buyer.isGone) await expectFile(buyer.person, path, whatBuyerGets(order, file));
      if (stranger) await expectFile(stranger, path, 404);
      await expectFile(app.visitor(), path, 401);
    }
    for (const gone of order.goneFiles) await expectFile(owner, pathOf(gone, 'owner'), 404);
  }
}

/** A delivered file is answered with the part to pay while the agreement keeps it closed. */
function whatBuyerGets(order: OrderModel, { kind, content }: FileModel): string | number {
  if (kind === 'waiting') return 404;
  return kind === 'delivered' && hasClosedFiles(order) ? 402 : content;
}

function pathOf({ id, kind }: FileModel, by: 'owner' | 'buyer'): string {
  if (kind === 'of the owner' || kind === 'of the buyer') return `${CHAT}/attachment/${id}`;
  return by === 'owner' ? `${DESK}/orders/file/${id}` : `/api/v1/gig/delivery/file/${id}`;
}

async function expectFile(person: Person, file: string, expected: string | number) {
  const { status, body } = await person.get(file);
  if (typeof expected === 'number') {
    expect(status, file).toBe(expected);
    expect((await person.get(file, { Range: 'bytes=0-1' })).status, file).toBe(expected);
  } else expect([status, body], file).toEqual([200, expected]);
}
