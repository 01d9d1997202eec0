import { expect, test } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { createLog } from '../../api/platform/log.ts';
import { startApp } from '../../api/start-app.ts';
import { createDataDir } from '../support/test-app.ts';

const BROWSER = { Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Mode': 'navigate' };
const CALLBACK = '/api/v1/gig/order/payment-callback';
const FIELDS = new URLSearchParams({
  razorpay_payment_id: 'pay_1',
  note: '"><script>x()</script>',
});

test('while the app starts, browsers get a page that reloads itself, and calls JSON', async () => {
  const dataDir = createDataDir();
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0' }, dataDir);
  const answers: Record<string, Response> = {};
  const ask = async (name: string, url: string, init?: RequestInit) => {
    answers[name] = await fetch(url, { redirect: 'manual', ...init });
  };
  const app = await startApp({
    ...{ config, clock: () => new Date(), withoutChecks: true as const },
    log: createLog({ production: true, logLevel: 'error' }, () => {}),
    async prepareSite({ siteOrigin }) {
      await ask('page', `${siteOrigin}/my-gig?tech=React&sort=days`, { headers: BROWSER });
      await ask('call', `${siteOrigin}/api/v1/gig/get`, { headers: { Accept: '*/*' } });
      const form = { method: 'POST', body: FIELDS };
      await ask('form', siteOrigin + CALLBACK, { ...form, headers: BROWSER });
      await ask('post', siteOrigin + CALLBACK, { ...form });
      await ask('health', `${siteOrigin}/healthz`);
    },
  });
  try {
    expect(answers['health']?.status).toBe(200);
    delete answers['health'];
    for (const [name, { status, headers }] of Object.entries(answers)) {
      expect([name, status, headers.get('Retry-After')]).toEqual([name, 503, '5']);
      expect(headers.get('Cache-Control'), name).toBe('no-store');
      const type = ['page', 'form'].includes(name) ? 'text/html' : 'application/json';
      expect(headers.get('Content-Type'), name).toContain(type);
    }
    const page = (await answers['page']?.text()) ?? '';
    expect(page).toContain('<meta http-equiv="refresh" content="5">');
    expect(page).toContain('href="/my-gig?tech=React&amp;sort=days"');
    expect(await answers['call']?.json()).toEqual({
      success: false,
      message: 'The shop is starting. Please try again.',
    });
    // The result of a payment is sent again with all its fields, as text.
    const form = (await answers['form']?.text()) ?? '';
    expect(form).toContain(`<form method="post" action="${CALLBACK}">`);
    expect(form).toContain('name="razorpay_payment_id" value="pay_1"');
    expect(form).not.toContain('<script>x()');
    expect(form).not.toContain('http-equiv');
    expect(answers['form']?.headers.get('Content-Security-Policy')).toMatch(
      /script-src 'sha256-[^']+'; form-action 'self'/,
    );
  } finally {
    await app.close();
  }
});
