import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

/** The body of every response that is an error. */
export const failure = (message: string, field?: string) => ({
  success: false as const,
  message,
  ...(field ? { field } : {}),
});

const RETRY_AFTER_S = 5;
/** Larger than every form that a payment sends here. */
const MAX_FORM_BYTES = 16 * 1024;
const FORM = 'application/x-www-form-urlencoded';
/** Sends the form again; it runs without a framework, because no other file can be loaded. */
const SEND_AGAIN = `setTimeout(() => document.forms[0].submit(), ${RETRY_AFTER_S * 1_000});`;
const digest = createHash('sha256').update(SEND_AGAIN).digest('base64');
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${digest}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * The answer while nothing can be answered, as during the start. A program reads JSON; a browser that opens an address
 * gets a page that asks again by itself, for a form with the same fields: the result of a payment is not lost. No call
 * of a session takes a form (`csrf.ts`), so sending it from a page of ours allows nothing more.
 */
export async function unavailable(request: Request, message: string): Promise<Response> {
  const headers = { 'Retry-After': String(RETRY_AFTER_S), 'Cache-Control': 'no-store' };
  const form = isPageRequest(request) ? await formOf(request) : null;
  if (!form) return Response.json(failure(message), { status: 503, headers });
  return new Response(String(await page(request, message, form)), {
    status: 503,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
    },
  });
}

/** Whether a browser opens this address as a page, by a link or a form. */
const isPageRequest = ({ headers }: Request): boolean =>
  headers.get('Sec-Fetch-Mode') === 'navigate' ||
  (headers.get('Accept') ?? '').split(',').some((type) => /^\s*text\/html\b/.test(type));

/** The fields of a form; none for GET; null for what no page can send again. */
async function formOf(request: Request): Promise<[string, string][] | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return [];
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN);
  const isForm = request.headers.get('Content-Type')?.startsWith(FORM);
  if (request.method !== 'POST' || !isForm || !(length <= MAX_FORM_BYTES) || request.bodyUsed)
    return null;
  return [...new URLSearchParams(await request.text())];
}

function page({ method, url }: Request, message: string, fields: [string, string][]) {
  const { pathname, search } = new URL(url);
  const isForm = method === 'POST';
  const again = isForm
    ? html`<form method="post" action="${pathname + search}">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>Try again</button></form><script>${raw(SEND_AGAIN)}</script>`
    : html`<p><a href="${pathname + search}">Try again</a></p>`;
  const reload = isForm ? '' : html`<meta http-equiv="refresh" content="${String(RETRY_AFTER_S)}">`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${reload}
<title>One moment</title>
<style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; } main { max-inline-size: 34rem; margin: 20vh auto; padding: 1rem; }</style>
</head>
<body>
<main>
<h1>One moment</h1>
<p role="status">${message} This page does so by itself in a few seconds.</p>
${again}
</main>
</body>
</html>
`;
}
