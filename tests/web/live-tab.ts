import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { OrderDto } from '../../api/modules/orders/dto.ts';
import { type DisconnectingProxy, openDisconnectingProxy } from '../support/disconnecting-proxy.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { openTab, type Tab, toastDetails, toasts } from './open-tab.ts';
import { Storage } from './storage.ts';

export let app: TestApp;
export let proxy: DisconnectingProxy;
export let asha: Person;
export let owner: Person;
export let orderId: string;
export let order: OrderDto;
export let tab: Tab;
let storage: Storage;

/** Each test begins with a new tab of a buyer with a paid order, on a connection that can be cut. */
export function startLiveTab(): void {
  beforeAll(async () => {
    app = await startTestApp();
    proxy = await openDisconnectingProxy(app.origin);
    owner = await ownerOf(app);
    ({ person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' }));
    orderId = await paidOrder(app, asha);
    order = (await asha.get(`/api/v1/gig/order/${orderId}`)).body.order;
  });
  beforeEach(async () => {
    toasts.length = 0;
    toastDetails.length = 0;
    storage = new Storage();
    tab = await openTab(app, asha, proxy, storage);
  });
  afterEach(async () => {
    tab.close();
    proxy.reconnect();
    app.advance(120_000);
    await app.check();
  });
  afterAll(async () => {
    await proxy.close();
    await app.close();
  });
}

/** The same tab after a reload, with what it had stored. */
export const reload = () => switchTo(asha);

/** A tab of another person in the place of this one, in the same browser or in a new one. */
export async function switchTo(person: Person, stored: Storage = storage): Promise<void> {
  tab.close();
  tab = await openTab(app, person, proxy, stored);
}

/** A tab of a person with a new order. */
export async function switchToNewBuyer() {
  const { person } = await insertBuyer(app, { name: 'Nisha Rao' });
  const id = await paidOrder(app, person);
  await switchTo(person);
  await tab.online();
  await waitFor(() => expect(tab.notifications.$notifications.get()).not.toBeNull());
  toastDetails.length = 0;
  return { person, id };
}

export const sendMessage = (person: Person, messageText: string) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText });
