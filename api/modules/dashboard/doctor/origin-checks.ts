import { randomBytes } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { DAY, SECOND } from '../../../platform/clock.ts';
import { longDate } from '../../../platform/dates.ts';
import { type Check, CheckFailed, CheckSkipped, orFail, reasonOf } from './check.ts';

const TIMEOUT = 8 * SECOND;
const RENEW_BEFORE = 14 * DAY;
const BETWEEN = 'The proxy or CDN in front of the shop is not set up right.';
const SEE = 'See api/modules/site/README.md.';

/** The first message of the app's own server: a proxy that answers for itself does not know it. */
export const webSocket: Check = {
  part: 'WebSocket',
  async run({ config }) {
    const { siteOrigin } = config;
    const first = await firstMessage(siteOrigin).catch(reasonOf);
    if (!first.includes('"sid"'))
      throw new CheckFailed(
        'Messages do not arrive at once.',
        `No WebSocket through ${siteOrigin}/socket.io/ (${first}): pass on upgrades.`,
      );
    return `WebSockets pass through ${siteOrigin}.`;
  },
};

/** Asks for an upgrade by hand: the client of the browser would stay in memory. */
function firstMessage(origin: string): Promise<string> {
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  const asked = send(`${origin}/socket.io/?EIO=4&transport=websocket`, {
    agent: false,
    timeout: TIMEOUT,
    headers: {
      ...{ Connection: 'Upgrade', Upgrade: 'websocket', Origin: origin },
      ...{ 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': randomBytes(16).toString('base64') },
    },
  });
  let opened: Duplex | undefined;
  return new Promise<string>((done, failed) => {
    asked.once('response', ({ statusCode }) => done(`status ${statusCode}`));
    asked.once('upgrade', (_, socket, head) => {
      opened = socket.on('error', failed);
      if (head.length > 0) return done(head.toString());
      setTimeout(failed, TIMEOUT, new Error('no message')).unref();
      socket.once('data', (bytes: Buffer) => done(bytes.toString()));
      socket.once('end', () => done('closed'));
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer')));
    asked.once('error', failed);
    asked.end();
  }).finally(() => {
    asked.destroy();
    opened?.destroy();
  });
}

export const certificate: Check = {
  part: 'Certificate',
  async run({ config, clock }, probes) {
    const { siteOrigin, https, timeZone } = config;
    if (!https) throw new CheckSkipped('Plain http: for this machine only.');
    const found = await orFail(`No TLS connection to ${siteOrigin}`, () =>
      probes.certificate(siteOrigin),
    );
    const until = longDate(found.validUntil.toISOString(), timeZone);
    const left = found.validUntil.getTime() - clock().getTime();
    if (left < 0)
      throw new CheckFailed(`The certificate ended on ${until}, browsers refuse it: renew it.`);
    if (found.problem) throw new CheckFailed(`Browsers refuse the certificate: ${found.problem}`);
    if (left < RENEW_BEFORE) throw new CheckFailed(`The certificate ends on ${until}: renew it.`);
    return `Valid until ${until}.`;
  },
};

/** Checks the proxy, static host or CDN: API calls reach the app and are not cached, and pages are found. */
export const rules: Check = {
  part: 'Proxy and CDN',
  async run({ config: { siteOrigin } }) {
    const get = (path: string) =>
      orFail(`${siteOrigin}${path} does not answer`, () =>
        fetch(siteOrigin + path, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) }),
      );
    const call = '/api/v1/user/check-token';
    const [first, second] = [await get(call), await get(call)];
    for (const answer of [first, second]) {
      const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
      // A refusal comes from the app, too: it starts, or is busy.
      if (body?.['success'] === false)
        throw new CheckSkipped(`The app answers ${answer.status} just now: checked again later.`);
      if (typeof body?.['hasToken'] !== 'boolean')
        throw new CheckFailed(BETWEEN, `/api/* is not passed on to the app. ${SEE}`);
    }
    const cookies = [first, second].map((each) => each.headers.getSetCookie().join());
    if (cookies.some((each) => !each.includes('XSRF-TOKEN')))
      throw new CheckFailed(BETWEEN, `Set-Cookie of /api/* is not passed on. ${SEE}`);
    if (cookies[0] === cookies[1]) throw new CheckFailed(BETWEEN, `/api/* is cached. ${SEE}`);
    for (const path of ['/', '/orders/any', '/desk/orders']) {
      const { status, headers } = await get(path);
      if (status !== 200 || !headers.get('Content-Type')?.startsWith('text/html'))
        throw new CheckFailed(BETWEEN, `${path} answers ${status} instead of its page. ${SEE}`);
    }
    return `Calls and pages are answered through ${siteOrigin}.`;
  },
};
