import { afterEach, beforeAll } from 'vitest';
import type { Person } from './http-client.ts';
import { checkCapturedPayments } from './invariants.ts';
import { ASHA, BELA, buyer, ownerOf } from './people.ts';
import { app } from './shared-app.ts';

// The people of a test file about money; its books are checked after each test.
export let asha: Person;
export let bela: Person;
export let owner: Person;
beforeAll(async () => {
  [asha, bela, owner] = await Promise.all([buyer(app, ASHA), buyer(app, BELA), ownerOf(app)]);
});
afterEach(async () => {
  app.sandbox.faults.clear();
  app.sandbox.release();
  await checkCapturedPayments(app);
});

/** The owner's answer, put straight into the books. */
export const setStatus = (orderId: string, status: 'Accepted' | 'Rejected') =>
  app.write((tx) => tx.updateTable('orders').set({ status }).where('id', '=', orderId).execute());
