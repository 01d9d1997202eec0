import { afterEach, beforeAll } from 'vitest';
import type { Person } from './http.ts';
import { checkBooks } from './invariants.ts';
import { world } from './one-world.ts';
import { ASHA, BELA, buyer, ownerOf } from './people.ts';

// The people of a test file about money; its books are checked after each test.
export let asha: Person;
export let bela: Person;
export let vy: Person;
beforeAll(async () => {
  [asha, bela, vy] = await Promise.all([buyer(world, ASHA), buyer(world, BELA), ownerOf(world)]);
});
afterEach(async () => {
  world.gateway.faults.clear();
  world.gateway.release();
  await checkBooks(world);
});

/** The owner's answer, put straight into the books. */
export const setStatus = (orderId: string, status: 'Accepted' | 'Rejected') =>
  world.write((tx) => tx.updateTable('orders').set({ status }).where('id', '=', orderId).execute());
