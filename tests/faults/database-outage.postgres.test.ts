import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DisconnectingProxy, openDisconnectingProxy } from '../support/disconnecting-proxy.ts';
import { Person } from '../support/http-client.ts';
import { WEBSITE_PAGE } from '../support/people.ts';
import { openRoundRobinProxy } from '../support/round-robin-proxy.ts';
import { waitFor } from '../support/wait-for.ts';
import { openBrowsers, type SeveralProcesses, startSeveral } from './several-processes.ts';

// Two processes that reach PostgreSQL through a proxy, which drops every connection and accepts none.
let proxy: DisconnectingProxy;
let cluster: SeveralProcesses;
beforeAll(async () => {
  cluster = await startSeveral(2, {}, async (databaseUrl) => {
    proxy = await openDisconnectingProxy(databaseUrl);
    const url = new URL(databaseUrl);
    url.port = new URL(proxy.origin).port;
    return url.href;
  });
});
afterAll(async () => {
  await cluster.close();
  await proxy.close();
});

test('keeps the pages behind the proxy while the database is away, and calls say when to try again', async () => {
  const proxyForPeople = await openRoundRobinProxy();
  const [buyer] = await openBrowsers(cluster, cluster.order.buyerId);
  const visitor = new Person(proxyForPeople.origin, []);
  visitor.cookies.set('sid', buyer?.cookies.get('sid') ?? '');
  for (const { origin } of cluster.apps) proxyForPeople.add(origin);
  await waitFor(() => expect(proxyForPeople.ready()).toHaveLength(2));
  proxy.disconnect();
  try {
    // Long enough for the proxy to have asked each process again.
    const asked = proxyForPeople.checks();
    await waitFor(() => expect(proxyForPeople.checks()).toBeGreaterThan(asked + 10));
    for (const path of ['/', '/my-gig', WEBSITE_PAGE, '/sign-in', '/orders']) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
    }
    const refused = await visitor.get('/api/v1/gig/order/user-orders');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(refused.body.message).toBe('This could not be read just now. Please try again.');
    const page = await fetch(`${proxyForPeople.origin}/api/v1/gig/get`, {
      headers: { Accept: 'text/html' },
    });
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await page.text()).toContain('<meta http-equiv="refresh"');
    expect(proxyForPeople.failures).toEqual([]);
  } finally {
    proxy.reconnect();
    await proxyForPeople.close();
  }
});
