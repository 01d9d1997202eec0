import { html, raw } from 'hono/html';
import type { Email } from './outbox.ts';

interface Letter {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  /** A code, shown in large type. */
  code?: string;
  action?: { label: string; url: string };
  facts?: [string, string][];
}

const SIGNATURE = 'VY Studio';

// The light theme of src/styles/tokens.css; mail clients support no custom properties.
const TINT = { ground: '#f4f5f2', sheet: '#ffffff', line: '#e2e5e1', text: '#12181d' };
const INK = { muted: '#54616d', ink: '#0f766e', onInk: '#ffffff' };

/** A mail as plain text and HTML; all input is escaped and headers are single lines. */
export async function composeEmail(letter: Letter): Promise<Email> {
  return {
    to: toSingleLine(letter.to),
    subject: toSingleLine(letter.subject),
    text: asText(letter),
    html: await asHtml(letter),
  };
}

const toSingleLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();

function asText(letter: Letter): string {
  const parts = [letter.heading, ...letter.paragraphs];
  if (letter.code) parts.push(letter.code);
  if (letter.facts) parts.push(letter.facts.map(([name, value]) => `${name}: ${value}`).join('\n'));
  if (letter.action) parts.push(`${letter.action.label}: ${letter.action.url}`);
  return `${[...parts, `— ${SIGNATURE}`].join('\n\n')}\n`;
}

async function asHtml(letter: Letter): Promise<string> {
  const font = "font-family:'Geist',-apple-system,'Segoe UI',Roboto,sans-serif";
  const mono = "font-family:'Geist Mono',ui-monospace,Menlo,Consolas,monospace";
  const body = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">
<title>${toSingleLine(letter.subject)}</title></head>
<body style="margin:0;background:${TINT.ground};color:${TINT.text};${raw(font)}">
<div style="display:none;max-height:0;overflow:hidden">${letter.paragraphs[0]}</div>
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-size:13px;letter-spacing:.08em;color:${INK.ink};${raw(mono)}">${SIGNATURE}</p>
<div style="background:${TINT.sheet};border:1px solid ${TINT.line};border-radius:14px;padding:32px">
<h1 style="margin:0 0 16px;font-size:25px;line-height:1.25;letter-spacing:-.02em">${letter.heading}</h1>
${letter.paragraphs.map((text) => html`<p style="margin:0 0 16px;font-size:15px;line-height:1.6">${text}</p>`)}
${letter.code ? html`<p style="margin:24px 0;padding:16px 0 16px .3em;border:1px solid ${TINT.line};border-radius:10px;background:${TINT.ground};font-size:34px;line-height:1.2;letter-spacing:.3em;text-align:center;${raw(mono)}">${letter.code}</p>` : ''}
${letter.facts ? html`<table role="presentation" style="width:100%;border-collapse:collapse;margin:8px 0 16px">${letter.facts.map(([name, value]) => html`<tr><td style="padding:8px 0;border-top:1px solid ${TINT.line};font-size:13px;color:${INK.muted}">${name}</td><td style="padding:8px 0;border-top:1px solid ${TINT.line};font-size:15px;text-align:right">${value}</td></tr>`)}</table>` : ''}
${
  letter.action
    ? html`<p style="margin:24px 0 0"><a href="${letter.action.url}" style="display:inline-block;background:${INK.ink};color:${INK.onInk};text-decoration:none;padding:12px 20px;border-radius:10px;font-size:15px;font-weight:600">${letter.action.label}</a></p>
<p style="margin:16px 0 0;font-size:13px;line-height:1.5;color:${INK.muted};overflow-wrap:anywhere">Or open <a href="${letter.action.url}" style="color:${INK.ink}">${letter.action.url}</a></p>`
    : ''
}
</div>
<p style="margin:16px 0 0;font-size:13px;color:${INK.muted}">${SIGNATURE}. You receive this because of your account or an order.</p>
</div></body></html>`;
  return body.toString();
}
