import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Person } from './http.ts';
import { checkBooks } from './invariants.ts';
import { ASHA, BELA, buyer, ownerOf } from './people.ts';
import { startWorld, type World } from './world.ts';

// A test file that imports this has a world with two buyers and the owner; its books are checked after every test.
export let world: World;
export let asha: Person;
export let bela: Person;
export let vy: Person;

beforeAll(async () => {
  world = await startWorld();
  [asha, bela, vy] = await Promise.all([buyer(world, ASHA), buyer(world, BELA), ownerOf(world)]);
});
afterEach(async () => {
  world.gateway.faults.clear();
  world.gateway.release();
  await checkBooks(world);
  await world.check();
});
afterAll(() => world.close());

/** The owner's answer, put straight into the books. */
export const setStatus = (orderId: string, status: 'Accepted' | 'Rejected') =>
  world.shop.deps.store.db
    .updateTable('orders')
    .set({ status })
    .where('id', '=', orderId)
    .execute();
