import sharp from 'sharp';
import { expect, test } from 'vitest';
import { queueDrawing } from '../../api/platform/files/draw-picture.ts';
import { hashToken } from '../../api/platform/ids.ts';
import type { Person } from '../support/http-client.ts';
import { endOrdersOf, insertBuyer, ownerOf, PASSWORD, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { uploadFile } from '../support/uploads.ts';

shareApp();

/** A picture in one colour. */
const picture = async (background: string) => {
  const size = { width: 16, height: 16, channels: 3 as const };
  const bytes = await sharp({ create: { ...size, background } })
    .png()
    .toBuffer();
  return { avatar: `data:image/png;base64,${bytes.toString('base64')}` };
};

const leave = (person: Person) => person.post('/api/v1/user/delete', { password: PASSWORD });

test('keeps only the last of several pictures uploaded at once, and deletes it with the account', async () => {
  const { person } = await insertBuyer(app);
  const colours = ['#112233', '#223344', '#334455', '#445566', '#556677'];
  const answers = await Promise.all(
    colours.map(async (each) => person.post('/api/v1/user/picture', await picture(each))),
  );
  const urls = new Set<string>(answers.map(({ body }) => body.user.avatar.url));
  const shown = async () => {
    const statuses = [];
    for (const url of urls) statuses.push((await app.visitor().get(url)).status);
    return statuses.filter((status) => status === 200).length;
  };
  expect(urls.size).toBe(colours.length);
  expect(await shown()).toBe(1);
  await leave(person);
  expect(await shown()).toBe(0);
});

test('does not store a picture that is still being processed when the account is deleted', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app);
  const id = await paidOrder(app, person);
  let finish = () => {};
  const busy = queueDrawing(
    { line: 'payers', person: user.id },
    () =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  const { avatar } = await picture('#667788');
  const bytes = Buffer.from(avatar.split(',')[1] ?? '', 'base64');
  const pending = [
    person.post(`/api/v1/communicate/attachment?orderId=${id}&name=a.png`, bytes, {
      'Content-Type': 'application/octet-stream',
    }),
    person.post('/api/v1/user/picture', { avatar }),
  ];
  // The upload is counted once it has passed the session check.
  const count = `picture:${hashToken(user.id)}`;
  await expect
    .poll(() => db.selectFrom('limits').select('key').where('key', '=', count).execute())
    .not.toEqual([]);
  await endOrdersOf(app, user.id);
  expect((await leave(person)).status).toBe(200);
  finish();
  await busy;
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([401, 401]);
  const left = await db.selectFrom('users').selectAll().where('id', '=', user.id).execute();
  expect(left).toMatchObject([{ avatar_hash: null }]);
  const files = db.selectFrom('attachments').select('id').where('uploader_id', '=', user.id);
  expect(await files.execute()).toEqual([]);
});

test('exports deliveries and deletes every delivered file with the account', async () => {
  const { db } = app.server.services.store;
  const owner = await ownerOf(app);
  const { person, user } = await insertBuyer(app, { name: 'Nadia Leaver' });
  const id = await paidOrder(app, person);
  const orderPath = `/api/v1/desk/orders/${id}`;
  await owner.post(`${orderPath}/accept`);
  const upload = (name: string) => uploadFile(owner, id, name, 'private');
  const delivered = await upload('site.zip');
  await owner.post(`${orderPath}/deliver`, { message: 'For Nadia only.' });
  const undelivered = await upload('next.zip');
  const revisionRequest = { orderId: id, revisionDescription: 'Nadia wants it larger.' };
  await person.post('/api/v1/gig/order/revision-request', revisionRequest);
  await person.post('/api/v1/communicate/send-message', { orderId: id, messageText: 'Nadia here' });

  const { body } = await person.get('/api/v1/user/export');
  const path = `/api/v1/gig/delivery/file/${delivered}`;
  expect(body.deliveries).toMatchObject([
    { orderId: id, number: 1, message: 'For Nadia only.', files: [{ name: 'site.zip', path }] },
  ]);
  expect(body.revisions).toMatchObject([
    { orderId: id, description: revisionRequest.revisionDescription },
  ]);
  expect((await person.get(path)).status).toBe(200);
  const stranger = await insertBuyer(app);
  expect((await stranger.person.get('/api/v1/user/export')).body.deliveries).toEqual([]);

  await endOrdersOf(app, user.id);
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  for (const file of [delivered, undelivered]) {
    expect((await owner.get(`/api/v1/desk/orders/file/${file}`)).status).toBe(404);
  }
  expect((await person.get(path)).status).toBe(401);
  const left = await owner.get(orderPath);
  expect(left.body.order.deliveries).toMatchObject([{ number: 1, files: [] }]);
  const tables = [
    'deliveries',
    'delivery_files',
    'revisions',
    'messages',
    'notifications',
  ] as const;
  for (const table of [...tables, 'orders', 'order_events', 'order_requirements'] as const) {
    const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
    expect(rows, table).not.toContain('Nadia');
    expect(rows, table).not.toContain(user.email);
  }
});
