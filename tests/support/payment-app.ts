import { afterEach, beforeAll } from 'vitest';
import type { Person } from './http-client.ts';
import { checkAccounts } from './invariants.ts';
import { ASHA, BELA, buyer, ownerOf } from './people.ts';
import { app } from './shared-app.ts';

// The people of a test file about money; its books are checked after each test.
export let asha: Person;
export let bela: Person;
export let vy: Person;
beforeAll(async () => {
  [asha, bela, vy] = await Promise.all([buyer(app, ASHA), buyer(app, BELA), ownerOf(app)]);
});
afterEach(async () => {
  app.gateway.faults.clear();
  app.gateway.release();
  await checkAccounts(app);
});

/** The owner's answer, put straight into the books. */
export const setStatus = (orderId: string, status: 'Accepted' | 'Rejected') =>
  app.write((tx) => tx.updateTable('orders').set({ status }).where('id', '=', orderId).execute());
