import { expect, test } from 'vitest';
import { MINUTE } from '../../api/platform/clock.ts';
import { ASHA, ownerOf, paidOrder, signUp, signUpBuyer } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { openSocket } from '../support/socket-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const METRICS_TOKEN = 'a-token-of-sixteen-characters';
const withToken = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Reads `/metrics` as Prometheus does: the value of each line by its name and labels. */
async function scrape(app: TestApp): Promise<Map<string, number>> {
  const { status, body } = await app.visitor().get('/metrics', withToken(METRICS_TOKEN));
  expect(status).toBe(200);
  const lines = String(body)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test('answers /metrics with 404 while METRICS_TOKEN is not set', async () => {
  const app = await startTestApp();
  const answer = await app.visitor().get('/metrics', withToken(METRICS_TOKEN));
  expect(answer.status).toBe(404);
  await app.close();
});

test('answers /metrics to the token alone', async () => {
  const app = await startTestApp({ METRICS_TOKEN });
  for (const headers of [{}, withToken('another-token-of-16'), { Authorization: METRICS_TOKEN }]) {
    const answer = await app.visitor().get('/metrics', headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  }
  const answer = await app.visitor().get('/metrics', withToken(METRICS_TOKEN));
  expect(answer.headers.get('Content-Type')).toContain('text/plain; version=0.0.4');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  await app.close();
});

test('counts requests by route, orders, captured paise, sockets, jobs and mail', async () => {
  const app = await startTestApp({ METRICS_TOKEN });
  const asha = await signUpBuyer(app, ASHA);
  const orderId = await paidOrder(app, asha);
  await asha.get(`/api/v1/gig/order/${orderId}`);
  await asha.get('/api/v1/nowhere/at/all');
  await asha.get('/seller');
  const socket = openSocket(app, asha);
  const found = await waitFor(async () => {
    const lines = await scrape(app);
    expect(lines.get('jobs_total{job="completion",result="done"}')).toBe(1);
    expect(lines.get('sockets')).toBe(1);
    return lines;
  });
  const { paid } = await rowWith(app, 'orders');
  expect(found.get('captured_paise_total{status="settled"}')).toBe(paid);
  expect(found.get('orders_placed_total')).toBe(1);
  expect(found.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  const count = (method: string, route: string, status: number) =>
    found.get(`http_request_seconds_count{method="${method}",route="${route}",status="${status}"}`);
  expect(count('POST', '/api/v1/gig/order/place', 201)).toBe(1);
  expect(count('GET', '/api/v1/*', 404)).toBe(1);
  expect(count('GET', '/*', 200)).toBe(1);
  const text = [...found.keys()].join('\n');
  expect(text).not.toContain(orderId);
  expect(text).not.toMatch(/asha|[0-9a-f]{8}-[0-9a-f]{4}/i);
  socket.close();
  await app.close();
});

test('shows how much mail waits, and since when', async () => {
  const app = await startTestApp({ METRICS_TOKEN });
  app.mail.refuse(451);
  await signUp(app, ASHA);
  app.advance(5 * MINUTE);
  await waitFor(async () => {
    const found = await scrape(app);
    expect(found.get('outbox_waiting')).toBe(1);
    expect(found.get('outbox_oldest_seconds')).toBeGreaterThanOrEqual(300);
  });
  await app.close();
});

test('counts publishes, those that failed too', async () => {
  const app = await startTestApp(
    { METRICS_TOKEN },
    { publishProgram: ['-e', 'process.exit(3)', '--'] },
  );
  const owner = await ownerOf(app);
  expect((await owner.post('/api/v1/desk/publish')).status).toBe(202);
  await waitFor(async () => {
    const found = await scrape(app);
    expect(found.get('publishes_total{kind="publish",result="failed"}')).toBe(1);
  });
  await app.close();
});
