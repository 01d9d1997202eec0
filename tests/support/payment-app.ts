import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { Person } from './http-client.ts';
import { checkCapturedPayments } from './invariants.ts';
import { ASHA, BELA, ownerOf, signUpBuyer } from './people.ts';
import { app, shareApp } from './shared-app.ts';

export let asha: Person;
export let bela: Person;
export let owner: Person;

/** Gives a test file one app with two buyers and the owner. */
export function sharePeople(): void {
  shareApp();
  beforeAll(async () => {
    [asha, bela, owner] = await Promise.all([
      signUpBuyer(app, ASHA),
      signUpBuyer(app, BELA),
      ownerOf(app),
    ]);
  });
}

/** The same for a test file about payments; I2 is checked after each test. */
export function sharePaymentApp(): void {
  sharePeople();
  // A session of the owner is asked to confirm again after ten minutes, and tests move the clock.
  beforeEach(async () => {
    owner = await ownerOf(app);
  });
  afterEach(async () => {
    app.sandbox.faults.clear();
    app.sandbox.release();
    // Otherwise a late webhook would trigger the faults that the next test injects.
    await app.sandbox.settled();
    await checkCapturedPayments(app);
  });
}

/** Stores the owner's decision on an order directly. */
export const setStatus = (orderId: string, status: 'Accepted' | 'Rejected') =>
  app.write((tx) => tx.updateTable('orders').set({ status }).where('id', '=', orderId).execute());
