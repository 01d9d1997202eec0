import { DAY, SECOND } from '../../../platform/clock.ts';
import { SIGN_IN_FIRST } from '../../../platform/http/errors.ts';
import { type Check, CheckFailed, CheckSkipped, orFail } from './check.ts';

const TIMEOUT = 8 * SECOND;
const RENEW_BEFORE = 14 * DAY;
const SEE = 'see api/modules/site/README.md';

/** A refusal by the app itself proves that the proxy passes sockets on: the test socket has no session. */
export const webSocket: Check = {
  part: 'WebSocket',
  async run({ config }) {
    const { siteOrigin } = config;
    const { io } = await import('socket.io-client');
    const socket = io(siteOrigin, {
      ...{ transports: ['websocket'], reconnection: false, forceNew: true, timeout: TIMEOUT },
      extraHeaders: { Origin: siteOrigin },
    });
    const response = await new Promise<string>((done) => {
      socket.once('connect', () => done(SIGN_IN_FIRST));
      socket.once('connect_error', (error) => done(error.message));
    }).finally(() => socket.close());
    if (response !== SIGN_IN_FIRST)
      throw new CheckFailed(
        `No WebSocket through ${siteOrigin}/socket.io/ (${response}): pass on upgrades.`,
      );
    return `WebSockets pass through ${siteOrigin}.`;
  },
};

export const certificate: Check = {
  part: 'Certificate',
  async run({ config, clock }, probes) {
    const { siteOrigin, https } = config;
    if (!https) throw new CheckSkipped('Plain http: for this machine only.');
    const found = await orFail(`No TLS connection to ${siteOrigin}`, () =>
      probes.certificate(siteOrigin),
    );
    const until = found.validUntil.toISOString().slice(0, 10);
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
        throw new CheckFailed(`/api/* is not passed on to the app: ${SEE}.`);
    }
    const cookies = [first, second].map((each) => each.headers.getSetCookie().join());
    if (cookies.some((each) => !each.includes('XSRF-TOKEN')))
      throw new CheckFailed(`Set-Cookie of /api/* is not passed on: ${SEE}.`);
    if (cookies[0] === cookies[1]) throw new CheckFailed(`/api/* is cached: ${SEE}.`);
    for (const path of ['/', '/orders/any', '/desk/orders']) {
      const { status, headers } = await get(path);
      if (status !== 200 || !headers.get('Content-Type')?.startsWith('text/html'))
        throw new CheckFailed(`${path} answers ${status} instead of its page: ${SEE}.`);
    }
    return `Calls and pages are answered through ${siteOrigin}.`;
  },
};
