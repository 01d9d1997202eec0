import { html, raw } from 'hono/html';
import type { Brand } from '../services.ts';
import type { Email } from './deliver-mail.ts';

export interface EmailContent {
  to: string;
  subject: string;
  /** The heading; the subject if it is not set. */
  heading?: string;
  paragraphs: string[];
  /** What a person has written. */
  quote?: string | undefined;
  /** A code in large type; one of six digits begins the subject, too. */
  code?: string;
  /** What happens next, and whose turn it is; below the button that is for something else. */
  next?: { whose: string; title: string; note: string; isAside?: boolean } | undefined;
  action?: { label: string; url: string };
  details?: [string, string][];
  /** The number of its conversation, which marks the subject, if an answer to the mail is read. */
  mark?: string | undefined;
}

/** The order that a mail is about, and the side that reads it. */
export interface AboutOrder {
  orderId: string;
  side: 'buyer' | 'owner';
  /** Whether the button stays when something else waits for the reader. */
  keepsAction: boolean;
}

/** The first and the last line of a mail that can be answered, between which an answer quotes it. */
export const ANSWER_ABOVE = 'To answer, write above this line.';
export const MAIL_END = 'You receive this mail because you have an account or an order.';

/** Stands for the studio's name in subjects and texts. */
export const STUDIO = '{studio}';

// Both themes of src/styles/tokens.css; mail clients do not support custom properties.
const themesOf = ({ light, dark }: Brand['accent']) => ({
  page: { light: 'background:#f4f5f2;color:#12181d', dark: 'background:#0b0e11;color:#e9eef2' },
  card: {
    light: 'background:#ffffff;border:1px solid #e2e5e1',
    dark: 'background:#11161b;border-color:#232b34',
  },
  panel: {
    light: 'background:#f4f5f2;border:1px solid #e2e5e1',
    dark: 'background:#171d24;border-color:#232b34',
  },
  line: { light: 'border-top:1px solid #e2e5e1', dark: 'border-color:#232b34' },
  words: { light: 'border-left:3px solid #e2e5e1', dark: 'border-color:#232b34' },
  muted: { light: 'color:#54616d', dark: 'color:#98a6b3' },
  accent: { light: `color:${light}`, dark: `color:${dark}` },
  button: { light: `background:${light};color:#ffffff`, dark: `background:${dark};color:#04201d` },
});

type Themes = ReturnType<typeof themesOf>;

/** Styles of one element: the light theme inline, which every client supports, the dark one by its class. */
const styler = (themes: Themes) => (name: keyof Themes, style: string) =>
  raw(`class="${name}" style="${style};${themes[name].light}"`);

const darkRules = (themes: Themes): string =>
  Object.entries(themes)
    .map(([name, { dark }]) => `.${name}{${dark.replace(/(?=;|$)/g, '!important')}}`)
    .join('');

/** Composes a mail as plain text and HTML, signed by the seller. All input is escaped, and headers are single lines. */
export async function composeEmail(given: EmailContent, brand: Brand): Promise<Email> {
  const named = (text: string) => text.replaceAll(STUDIO, brand.studio);
  const content = {
    ...given,
    subject: named(given.subject),
    paragraphs: given.paragraphs.map(named),
  };
  return {
    to: toSingleLine(content.to),
    subject:
      subjectWith(content.code, toSingleLine(content.subject)) +
      (content.mark ? ` [#${content.mark}]` : ''),
    text: asText(content, brand),
    html: await asHtml(content, brand),
  };
}

/** '482913 is your code for Asha’s Studio': phones show no more of a mail. Only codes of some minutes stand there. */
const subjectWith = (code: string | undefined, subject: string): string =>
  /^\d{6}$/.test(code ?? '') ? `${code} is ${subject.replace(/^Your/, 'your')}` : subject;

/** A subject for logs and screens, which no code may reach. */
export const withoutCode = (subject: string): string =>
  subject.replace(/^\d{6} is y(?=our code)/, 'Y');

/** Once for a seller whose studio has no other name. */
const signatureOf = ({ seller, studio }: Brand) =>
  seller === studio ? studio : `${seller}, ${studio}`;

const toSingleLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();

function asText(content: EmailContent, brand: Brand): string {
  const { heading = content.subject, paragraphs, quote, code, next, action, details } = content;
  const parts = [
    content.mark && ANSWER_ABOVE,
    ...[heading, code, ...paragraphs],
    quote?.replace(/^/gm, '> '),
    !next?.isAside && asLine(next),
    action && `${action.label}: ${action.url}`,
    next?.isAside && asLine(next),
    details?.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `— ${signatureOf(brand)}`,
    content.mark && MAIL_END,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const asLine = (next: EmailContent['next']): string | undefined =>
  next && `${next.whose}: ${next.title}.${next.note && ` ${next.note}`}`;

const FONT = "font-family:'Geist',-apple-system,'Segoe UI',Roboto,sans-serif";
const MONO = "font-family:'Geist Mono',ui-monospace,Menlo,Consolas,monospace";
const TEXT = 'font-size:15px;line-height:1.6';
const SMALL = 'font-size:13px;line-height:1.5';

const asPanel = (next: EmailContent['next'], styled: ReturnType<typeof styler>) =>
  next
    ? html`<div ${styled('panel', 'margin:20px 0 0;padding:14px 16px;border-radius:10px')}><p ${styled('accent', `margin:0 0 2px;${SMALL};font-weight:600`)}>${next.whose}</p><p style="margin:0;font-size:17px;line-height:1.4;font-weight:600">${next.title}</p>${next.note ? html`<p ${styled('muted', `margin:4px 0 0;${TEXT}`)}>${next.note}</p>` : ''}</div>`
    : '';

async function asHtml(content: EmailContent, brand: Brand): Promise<string> {
  const { heading = content.subject, paragraphs, quote, code, next, action, details } = content;
  const themes = themesOf(brand.accent);
  const styled = styler(themes);
  const body = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${toSingleLine(content.subject)}</title><style>@media (prefers-color-scheme:dark){${raw(darkRules(themes))}}</style></head>
<body ${styled('page', `margin:0;${FONT}`)}>
<div style="display:none;max-height:0;overflow:hidden">${paragraphs[0] ?? quote}</div>
${content.mark ? html`<p ${styled('muted', `margin:0;padding:8px 0 0;text-align:center;${SMALL}`)}>${ANSWER_ABOVE}</p>` : ''}
<div ${styled('page', 'max-width:560px;margin:0 auto;padding:32px 16px')}>
<p ${styled('accent', `margin:0 0 16px;font-size:13px;letter-spacing:.08em;${MONO}`)}>${brand.studio}</p>
<div ${styled('card', 'border-radius:14px;padding:28px 24px')}>
<h1 style="margin:0 0 12px;font-size:23px;line-height:1.25;letter-spacing:-.02em;overflow-wrap:anywhere">${heading}</h1>
${code ? html`<p ${styled('panel', `margin:24px 0;padding:16px 0 16px .3em;border-radius:10px;font-size:34px;line-height:1.2;letter-spacing:.3em;text-align:center;${MONO}`)}>${code}</p>` : ''}
${paragraphs.map((text) => html`<p style="margin:0 0 16px;${raw(TEXT)};overflow-wrap:anywhere">${text}</p>`)}
${quote ? html`<p ${styled('words', `margin:0 0 16px;padding:2px 0 2px 14px;${TEXT};white-space:pre-line;overflow-wrap:anywhere`)}>${quote}</p>` : ''}
${next?.isAside ? '' : asPanel(next, styled)}
${action ? html`<p style="margin:20px 0 0"><a href="${action.url}" ${styled('button', `display:inline-block;text-decoration:none;padding:12px 20px;border-radius:10px;${TEXT};font-weight:600`)}>${action.label}</a></p>` : ''}
${next?.isAside ? asPanel(next, styled) : ''}
${details ? html`<table role="presentation" style="width:100%;border-collapse:collapse;margin:24px 0 0">${details.map(([name, value]) => html`<tr><td ${styled('line', `padding:8px 12px 8px 0;vertical-align:baseline;${SMALL}`)}><span ${styled('muted', SMALL)}>${name}</span></td><td ${styled('line', `padding:8px 0;vertical-align:baseline;text-align:right;${TEXT};overflow-wrap:anywhere`)}>${value}</td></tr>`)}</table>` : ''}
${action ? html`<p ${styled('muted', `margin:20px 0 0;${SMALL};overflow-wrap:anywhere`)}>If the button does not work, open <a href="${action.url}" ${styled('accent', '')}>${action.url}</a></p>` : ''}
</div>
<p ${styled('muted', `margin:16px 0 0;${SMALL}`)}>${signatureOf(brand)}. ${MAIL_END}</p>
</div></body></html>`;
  return body.toString();
}
