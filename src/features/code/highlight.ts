import type { DynamicImportLanguageRegistration, HighlighterCore } from 'shiki/core';
import { withoutEntities } from '../../../api/modules/catalog/rich-text-rules.ts';
import { type CodeLanguage, isCodeLanguage } from './languages.ts';

/** A block of code as `sanitizeRichText` writes it. One with markup in it stays as it is. */
const BLOCK = /<pre><code class="language-([a-z]+)">([^<]*)<\/code><\/pre>/g;

// As functions, so that a page loads only the languages that it shows.
const GRAMMARS: Record<CodeLanguage, DynamicImportLanguageRegistration> = {
  ts: () => import('shiki/langs/ts.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  js: () => import('shiki/langs/js.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  bash: () => import('shiki/langs/bash.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  python: () => import('shiki/langs/python.mjs'),
};

const THEME = 'classes';
/** The classes of words by their colours in the theme. Other words have the colour of the text. */
const CLASSES: Record<string, string> = {
  'var(--code-token-comment)': 'code-comment',
  'var(--code-token-keyword)': 'code-keyword',
  'var(--code-token-string)': 'code-string',
  'var(--code-token-string-expression)': 'code-string',
  'var(--code-token-constant)': 'code-constant',
  'var(--code-token-function)': 'code-function',
  'var(--code-token-link)': 'code-link',
};

let opened: Promise<HighlighterCore> | undefined;

/** Loaded by the first page with code: most releases have none. */
async function open(): Promise<HighlighterCore> {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }] =
    await Promise.all([import('shiki/core'), import('shiki/engine/javascript')]);
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-', fontStyle: false })],
    langs: [],
    // A grammar may hold an expression that JavaScript does not know: what it would colour stays plain.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/** Puts the words of each block of code in a known language into elements with classes, which `code.css` colours. */
export async function highlightCode(html: string): Promise<string> {
  let shown = html;
  for (const [block, language = '', text = ''] of html.matchAll(BLOCK)) {
    if (!isCodeLanguage(language)) continue;
    const code = await coloured(withoutEntities(text), language);
    shown = shown.replace(
      block,
      () => `<pre><code class="language-${language}">${code}</code></pre>`,
    );
  }
  return shown;
}

async function coloured(code: string, language: CodeLanguage): Promise<string> {
  opened ??= open();
  const highlighter = await opened;
  await highlighter.loadLanguage(GRAMMARS[language]);
  // Without a limit of time: on a busy machine the rest of a line would stay plain.
  const limits = { tokenizeTimeLimit: 0 };
  const lines = highlighter.codeToTokensBase(code, { lang: language, theme: THEME, ...limits });
  return lines
    .map((words) =>
      words
        .map(({ content, color = '' }) => {
          const name = CLASSES[color];
          return name ? `<span class="${name}">${encode(content)}</span>` : encode(content);
        })
        .join(''),
    )
    .join('\n');
}

const encode = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
