import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { raw } from '../architecture/raw-request.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

test('long lists behind a session are compressed, and never stored', async () => {
  const { person: asha } = await insertBuyer(app);
  await paidOrder(app, asha);
  const lists = [
    { who: asha, path: '/api/v1/gig/order/user-orders' },
    { who: await ownerOf(app), path: '/api/v1/desk/orders' },
  ];
  for (const { who, path } of lists) {
    const Cookie = `sid=${who.cookies.get('sid')}`;
    const plain = await raw(app.origin, path, { Cookie, 'Accept-Encoding': 'identity' });
    const packed = await raw(app.origin, path, { Cookie, 'Accept-Encoding': 'gzip' });
    expect(plain.headers.get('Content-Encoding'), path).toBeNull();
    expect(packed.headers.get('Content-Encoding'), path).toBe('gzip');
    expect(packed.headers.get('Cache-Control'), path).toBe('no-store');
    expect(packed.headers.get('Vary'), path).toBe('Accept-Encoding');
    expect(gunzipSync(packed.bytes).equals(plain.bytes), path).toBe(true);
  }
});

test('answers with the free text of other people are not compressed', async () => {
  const { person: asha } = await insertBuyer(app);
  const orderId = await paidOrder(app, asha);
  const messageText = 'The same sentence again and again. '.repeat(50);
  await asha.post('/api/v1/communicate/send-message', { orderId, messageText });
  const owner = await ownerOf(app);
  const headers = { Cookie: `sid=${owner.cookies.get('sid')}`, 'Accept-Encoding': 'gzip' };
  const { headers: answered } = await raw(app.origin, '/api/v1/communicate/conversations', headers);
  expect(answered.get('Content-Encoding')).toBeNull();
});
