import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Env } from '../http/env.ts';
import { noStore } from '../http/headers.ts';
import { listRecentMail } from './queries.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'";

// No page of the site can be shown in a frame.
const OPEN_LINKS_IN_TABS = '<base target="_blank">';

/** The development mailbox, which shows unsent mail. Never mounted with SMTP or in production. */
export const mailbox = new Hono<Env>()
  .use(async (c, next) => {
    noStore(c);
    c.header('Content-Security-Policy', POLICY);
    return next();
  })
  .get('/mail', async (c) => {
    const { store, outbox } = c.var.services;
    const mails = (await listRecentMail(store.db)).map((row) => ({
      ...row,
      mail: row.encrypted && outbox.open(row.encrypted),
    }));
    return c.html(html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Development mailbox</title>
<style>body{font:15px/1.6 system-ui;max-width:720px;margin:32px auto;padding:0 16px;color-scheme:light dark}
iframe{width:100%;height:460px;border:1px solid;border-radius:14px}article{margin:32px 0}pre{white-space:pre-wrap}</style>
<h1>Development mailbox</h1>
<p>No SMTP_URL is set, so mail stays here. The newest is on top.</p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : ''}
${mails.map(({ kind, created_at, mail }) =>
  mail
    ? html`<article><h2>${mail.subject}</h2><p>to ${mail.to}, ${created_at}</p>
<iframe title="${mail.subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${OPEN_LINKS_IN_TABS}${mail.html}"></iframe>
<details><summary>Plain text</summary><pre>${mail.text}</pre></details></article>`
    : html`<article><p>A ${kind} mail of ${created_at} was sealed with a key of another secrets.json: nobody can read it.</p></article>`,
)}`);
  })
  .get('/mail.json', async (c) => {
    const { store, outbox } = c.var.services;
    const rows = await listRecentMail(store.db);
    return c.json(rows.flatMap((row) => (row.encrypted && outbox.open(row.encrypted)) || []));
  });
