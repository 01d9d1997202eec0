import { afterEach, beforeAll } from 'vitest';
import type { Person } from './http-client.ts';
import { checkCapturedPayments } from './invariants.ts';
import { ASHA, BELA, buyer, ownerOf } from './people.ts';
import { app } from './shared-app.ts';

// Two buyers and the owner, for test files about payments; I2 is checked after each test.
export let asha: Person;
export let bela: Person;
export let owner: Person;
beforeAll(async () => {
  [asha, bela, owner] = await Promise.all([buyer(app, ASHA), buyer(app, BELA), ownerOf(app)]);
});
afterEach(async () => {
  app.sandbox.faults.clear();
  app.sandbox.release();
  // A late webhook would otherwise meet the faults that the next test plans.
  await app.sandbox.settled();
  await checkCapturedPayments(app);
});

/** Stores the owner's decision on an order directly. */
export const setStatus = (orderId: string, status: 'Accepted' | 'Rejected') =>
  app.write((tx) => tx.updateTable('orders').set({ status }).where('id', '=', orderId).execute());
