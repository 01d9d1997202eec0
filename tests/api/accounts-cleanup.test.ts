import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../api/platform/clock.ts';
import { insertBuyer, orderBody, PASSWORD } from '../support/people.ts';
import { openPersonSocket, waitForClose } from '../support/person-socket.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

shareApp();

test('deletes the row of a user who never ordered and frees their address', async () => {
  const { person, user } = await insertBuyer(app);
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  const { db } = app.server.services.store;
  const left = await db.selectFrom('users').select('id').where('id', '=', user.id).execute();
  expect(left).toEqual([]);
  const again = { name: 'Somebody', email: user.email, password: PASSWORD };
  expect((await app.visitor().post('/api/v1/user/sign-up', again)).status).toBe(201);
});

test('deletes expired sessions and closes their sockets', async () => {
  const { deleteExpiredRows } = await import('../../api/modules/accounts/delete-expired-rows.ts');
  const { person, user } = await insertBuyer(app);
  const socket = await openPersonSocket(person);
  const { db } = app.server.services.store;
  await db
    .updateTable('sessions')
    .set({ expires_at: user.created_at })
    .where('user_id', '=', user.id)
    .execute();
  app.advance(HOUR);
  await deleteExpiredRows(app.server.services);
  await waitForClose(socket);
  const left = await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute();
  expect(left).toEqual([]);
});

test('deletes unverified accounts after a month unless they have orders', async () => {
  const { deleteExpiredRows } = await import('../../api/modules/accounts/delete-expired-rows.ts');
  const separateApp = await startTestApp();
  const { db } = separateApp.server.services.store;
  const [abandoned, confirmed, buying] = [
    await insertBuyer(separateApp, { verified: false }),
    await insertBuyer(separateApp),
    await insertBuyer(separateApp),
  ];
  const now = separateApp.server.services.clock().toISOString();
  const { hash: file_hash } = await separateApp.server.services.files.write(Buffer.from('face'));
  await db
    .insertInto('media')
    .values({ hash: 'face', file_hash, mime: 'image/webp', created_at: now })
    .execute();
  const face = { avatar_hash: 'face' };
  await db.updateTable('users').set(face).where('id', '=', abandoned.user.id).execute();
  await buying.person.post('/api/v1/gig/order/place', await orderBody(buying.person));
  await db.updateTable('users').set({ is_verified: 0 }).where('id', '=', buying.user.id).execute();
  const left = async () =>
    (await db.selectFrom('users').select('id').where('email', 'like', '%@people.example').execute())
      .map(({ id }) => id)
      .sort();
  const everybody = await left();
  separateApp.advance(29 * DAY);
  await deleteExpiredRows(separateApp.server.services);
  expect(await left()).toEqual(everybody);
  separateApp.advance(2 * DAY);
  await deleteExpiredRows(separateApp.server.services);
  expect(await left()).toEqual([confirmed.user.id, buying.user.id].sort());
  expect(await db.selectFrom('media').select('hash').where('hash', '=', 'face').execute()).toEqual(
    [],
  );
  expect(
    await db.selectFrom('users').selectAll().where('role', '=', 'owner').execute(),
  ).toHaveLength(1);
  await separateApp.close();
});
