import { html, raw } from 'hono/html';
import type { Email } from './deliver-mail.ts';

export interface EmailContent {
  to: string;
  subject: string;
  /** The heading; the subject if it is not set. */
  heading?: string;
  paragraphs: string[];
  /** A code in large type. */
  code?: string;
  action?: { label: string; url: string };
  details?: [string, string][];
}

const STUDIO = 'VY Studio';
// The light theme of src/styles/tokens.css; mail clients do not support custom properties.
const TINT = { background: '#f4f5f2', surface: '#ffffff', line: '#e2e5e1', text: '#12181d' };
const INK = { muted: '#54616d', ink: '#0f766e', onInk: '#ffffff' };

/** Composes a mail as plain text and HTML, signed by the seller. All input is escaped, and headers are single lines. */
export async function composeEmail(content: EmailContent, seller: string): Promise<Email> {
  return {
    to: toSingleLine(content.to),
    subject: toSingleLine(content.subject),
    text: asText(content, seller),
    html: await asHtml(content, seller),
  };
}

const toSingleLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();

function asText(content: EmailContent, seller: string): string {
  const parts = [content.heading ?? content.subject, ...content.paragraphs];
  if (content.code) parts.push(content.code);
  if (content.details)
    parts.push(content.details.map(([name, value]) => `${name}: ${value}`).join('\n'));
  if (content.action) parts.push(`${content.action.label}: ${content.action.url}`);
  return `${[...parts, `— ${seller}, ${STUDIO}`].join('\n\n')}\n`;
}

async function asHtml(content: EmailContent, seller: string): Promise<string> {
  const font = "font-family:'Geist',-apple-system,'Segoe UI',Roboto,sans-serif";
  const mono = "font-family:'Geist Mono',ui-monospace,Menlo,Consolas,monospace";
  const body = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">
<title>${toSingleLine(content.subject)}</title></head>
<body style="margin:0;background:${TINT.background};color:${TINT.text};${raw(font)}">
<div style="display:none;max-height:0;overflow:hidden">${content.paragraphs[0]}</div>
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-size:13px;letter-spacing:.08em;color:${INK.ink};${raw(mono)}">${STUDIO}</p>
<div style="background:${TINT.surface};border:1px solid ${TINT.line};border-radius:14px;padding:32px">
<h1 style="margin:0 0 16px;font-size:25px;line-height:1.25;letter-spacing:-.02em">${content.heading ?? content.subject}</h1>
${content.paragraphs.map((text) => html`<p style="margin:0 0 16px;font-size:15px;line-height:1.6">${text}</p>`)}
${content.code ? html`<p style="margin:24px 0;padding:16px 0 16px .3em;border:1px solid ${TINT.line};border-radius:10px;background:${TINT.background};font-size:34px;line-height:1.2;letter-spacing:.3em;text-align:center;${raw(mono)}">${content.code}</p>` : ''}
${content.details ? html`<table role="presentation" style="width:100%;border-collapse:collapse;margin:8px 0 16px">${content.details.map(([name, value]) => html`<tr><td style="padding:8px 0;border-top:1px solid ${TINT.line};font-size:13px;color:${INK.muted}">${name}</td><td style="padding:8px 0;border-top:1px solid ${TINT.line};font-size:15px;text-align:right">${value}</td></tr>`)}</table>` : ''}
${
  content.action
    ? html`<p style="margin:24px 0 0"><a href="${content.action.url}" style="display:inline-block;background:${INK.ink};color:${INK.onInk};text-decoration:none;padding:12px 20px;border-radius:10px;font-size:15px;font-weight:600">${content.action.label}</a></p>
<p style="margin:16px 0 0;font-size:13px;line-height:1.5;color:${INK.muted};overflow-wrap:anywhere">Or open <a href="${content.action.url}" style="color:${INK.ink}">${content.action.url}</a></p>`
    : ''
}
</div>
<p style="margin:16px 0 0;font-size:13px;color:${INK.muted}">${seller}, ${STUDIO}. You receive this because of your account or an order.</p>
</div></body></html>`;
  return body.toString();
}
