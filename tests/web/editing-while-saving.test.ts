import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, paidOrder, STORE, WEBSITE } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { openPage } from './open-page.ts';
import { Storage } from './storage.ts';

let app: TestApp;
let owner: Person;
let asha: Person;
beforeAll(async () => {
  app = await startTestApp();
  owner = await ownerOf(app);
  ({ person: asha } = await insertBuyer(app));
});
afterAll(() => app.close());

async function editorOf(id: string) {
  await openPage(app, owner, new Storage());
  const { gigStore } = await import('../../src/features/gigs/owner-gigs-store.ts');
  await gigStore.editor.open(id);
  return gigStore.editor;
}
const titleOf = async (id: string): Promise<string> =>
  (await owner.get(`/api/v1/desk/gigs/${id}`)).body.gig.title;

test('text typed while a gig is being saved stays unsaved in the editor', async () => {
  const editor = await editorOf(WEBSITE);
  const now = () => editor.$editing.get();
  editor.change({ title: 'Sent' });
  const saving = editor.save();
  editor.change({ title: 'Sent, and typed on' });
  expect((await saving)?.title).toBe('Sent');
  expect(now()).toMatchObject({ body: { title: 'Sent, and typed on' }, item: { title: 'Sent' } });
  expect(editor.isDirty()).toBe(true);
  await editor.save();
  expect(await titleOf(WEBSITE)).toBe('Sent, and typed on');
  expect(editor.isDirty()).toBe(false);
});

test('a field without new input shows the server’s normalized value', async () => {
  const editor = await editorOf(WEBSITE);
  editor.change({ title: '  Wide   ' });
  const saving = editor.save();
  editor.change({ technologies: ['Typed later'] });
  await saving;
  expect(editor.$editing.get().body).toMatchObject({
    title: 'Wide',
    technologies: ['Typed later'],
  });
});

test('text typed while a conflict is being overwritten stays', async () => {
  const editor = await editorOf(WEBSITE);
  const { gig } = (await owner.get(`/api/v1/desk/gigs/${WEBSITE}`)).body;
  await owner.put(`/api/v1/desk/gigs/${WEBSITE}`, { ...gig, title: 'Theirs' });
  editor.change({ title: 'Mine' });
  await editor.save();
  expect(editor.$editing.get().conflict).toBe(true);
  const saving = editor.overwriteServerVersion();
  editor.change({ title: 'Mine, longer' });
  await saving;
  expect(editor.$editing.get().body.title).toBe('Mine, longer');
});

test('a save that ends after another gig was opened does not change that gig', async () => {
  const editor = await editorOf(WEBSITE);
  editor.change({ title: 'Saved late' });
  const saving = editor.save();
  const opening = editor.open(STORE);
  await Promise.all([saving, opening]);
  expect(editor.$editing.get().item?._id).toBe(STORE);
  expect(await titleOf(WEBSITE)).toBe('Saved late');
});

test('files chosen for one order are not sent with another', async () => {
  const first = await paidOrder(app, asha);
  const second = await paidOrder(app, asha);
  await openPage(app, asha, new Storage());
  const { checkSession } = await import('../../src/features/account/session.ts');
  const { messageFiles } = await import('../../src/features/chat/attachments.ts');
  const { openChat } = await import('../../src/features/chat/chat-actions.ts');
  const { fetchOrder } = await import('../../src/features/orders/orders-store.ts');
  await checkSession();
  openChat(await fetchOrder(first));
  await messageFiles.attach({ orderId: first }, [new File(['for the first'], 'plan.txt')]);
  expect(messageFiles.$files.get()).toMatchObject([{ name: 'plan.txt', state: 'ready' }]);
  const uploading = messageFiles.attach({ orderId: first }, [new File(['on its way'], 'late.txt')]);
  openChat(await fetchOrder(second));
  await uploading;
  expect(messageFiles.$files.get()).toEqual([]);
});
