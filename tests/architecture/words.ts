import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Content and demo data are texts for readers; these two files contain the words as data. */
const EXCEPT = /^db\/seed\/|^tests\/architecture\/words(\.test)?\.ts$/;

export interface PrivateWord {
  /** Matched against names split into lower-case words, and against comments in lower case. */
  word: RegExp;
  /** The standard term. */
  instead: string;
  /** How many uses are left. Lower it when uses are removed; never raise it. */
  allowed: number;
  /** For words that are ordinary English in a sentence, but say nothing as a name. */
  namesOnly?: true;
  /** For words that are ordinary English in a document. */
  codeOnly?: true;
  /** Names that are fixed elsewhere: JSON fields, addresses, options of libraries. */
  except?: readonly string[];
}

export const WORDS: PrivateWord[] = [
  { word: /\bshops?\b/g, instead: 'app', allowed: 0, codeOnly: true },
  { word: /\bdesks?\b/g, instead: 'admin or dashboard', allowed: 0, except: ['desk'] },
  {
    word: /\b(facts?|wings?)\b/g,
    instead: 'layer, or JSON-LD for data that search engines read',
    allowed: 0,
  },
  { word: /\b(nouns?|verbs?)\b/g, instead: 'module, use case', allowed: 0 },
  {
    word: /\bwires?\b/g,
    instead: '*Dto for JSON that clients see, connection, request or response',
    allowed: 0,
  },
  {
    word: /\b(doors?|shelf|shelves|handed)\b/g,
    instead: 'the standard term (entry point, cache, OrderActions, Deliveries)',
    allowed: 0,
  },
  {
    word: /\b(set back|setback|clock back)\b/g,
    instead: 'clock rollback',
    allowed: 0,
    codeOnly: true,
  },
  { word: /\b(tells?|told|whispers?)\b/g, instead: 'emit, notify, report or return', allowed: 0 },
  { word: /\b(hears?|heard|hearing|ears)\b/g, instead: 'receive, on, socketClient', allowed: 0 },
  { word: /\btalk(s|ed|ing)?\b/g, instead: 'conversation, or connect to', allowed: 0 },
  { word: /\bnews\b/g, instead: 'notification', allowed: 0 },
  {
    word: /\bletters?\b(?! spacing)/g,
    instead: 'email or emailTemplate',
    allowed: 0,
    namesOnly: true,
  },
  {
    word: /\b(belongings|take along|takes along)\b/g,
    instead: 'personal data, data export',
    allowed: 0,
  },
  {
    word: /\bbooks?\b(?! (image|plus))/g,
    instead: 'order export, or sandbox records',
    allowed: 0,
    namesOnly: true,
  },
  {
    // 'Amount due' and 'refunds due' are standard terms.
    word: /\b(?<!(amount|refunds|nothing|is) )dues?\b(?! (amount|dates?))/g,
    instead: 'instalment, checkout or amountDue',
    allowed: 0,
    namesOnly: true,
    except: ['due'],
  },
  { word: /\bstandings?\b/g, instead: 'status', allowed: 0, except: ['standing'] },
  { word: /\bsurplus(es)?\b/g, instead: 'overpayment', allowed: 0, except: ['surplus'] },
  {
    word: /\b(keeps rights|note on order|take step|welcome device)\b/g,
    instead: 'holdsMoney, addOrderEvent, transitionOrder, rememberDevice',
    allowed: 0,
  },
  {
    word: /\b(give|gives|gave|given|giving|goes|gone) back\b/g,
    instead: 'refund, is refunded, restore or roll back',
    allowed: 0,
  },
  { word: /\bwish(es|ed)?\b/g, instead: '*Input, requirements or instruction', allowed: 0 },
  {
    word: /\b(wanted|wants)\b/g,
    instead: '*Input, expected or required',
    allowed: 0,
    namesOnly: true,
  },
  { word: /\bvisits?\b/g, instead: 'RequestInfo, or open', allowed: 0, namesOnly: true },
  { word: /\btid(y|ies|ied|ying)\b/g, instead: 'cleanup job, clean up', allowed: 0 },
  { word: /\b(un)?seal(s|ed|er|ing)?\b/g, instead: 'encrypt, decrypt', allowed: 0 },
  { word: /\bpapers?\b/g, instead: 'Attachment, PdfDocument or receipt', allowed: 0 },
  {
    word: /\b(diary|diaries|surveys?|faults of)\b/g,
    instead: 'progress, scan, validateRelease',
    allowed: 0,
  },
  {
    word: /\b(strikes?|couriers?|mailm[ae]n)\b/g,
    instead: 'inject fault, webhook sender, mail job',
    allowed: 0,
    except: ['strike'],
  },
  {
    word: /\brefusals?\b/g,
    instead: 'ApiError, rejection or error',
    allowed: 0,
    namesOnly: true,
    except: ['refusals'],
  },
  { word: /\bhere\b/g, instead: 'loaded, current or local', allowed: 0, namesOnly: true },
  { word: /\bcarried\b/g, instead: 'flash toast', allowed: 0, namesOnly: true },
  { word: /\bfresh(ly)?\b/g, instead: 'new, or DOM patch', allowed: 0, namesOnly: true },
  { word: /\broads?\b/g, instead: 'PaymentFlow, flow or steps', allowed: 0 },
  { word: /\bthings?\b/g, instead: 'EditableItem, or what it is', allowed: 0, namesOnly: true },
  { word: /\bcanned\b/g, instead: 'reply template', allowed: 0 },
  { word: /\b(worlds?|planted|plant)\b/g, instead: 'testApp, inserted', allowed: 0 },
  {
    word: /\b(till|tills|ground|grounds)\b/g,
    instead: 'salesHarness, fixture, background',
    allowed: 0,
    namesOnly: true,
  },
  {
    // `gateway_technical_error` is a reason that Razorpay reports.
    word: /\bgateways?\b(?! technical error)/g,
    instead: 'razorpay-sandbox for ours, payment provider for theirs',
    allowed: 0,
  },
  { word: /\bboss(es)?\b/g, instead: 'owner', allowed: 0 },
  { word: /\b(lie|lies|lay)\b/g, instead: 'is, is stored', allowed: 0 },
  {
    word: /\b(kept|keeps|keeper)\b/g,
    instead: 'stored, saved or previous',
    allowed: 0,
    namesOnly: true,
  },
  {
    word: /\b(look|looks|looked)\b(?! up)/g,
    instead: 'window, view or style',
    allowed: 0,
    namesOnly: true,
  },
  {
    word: /\b(stumbl\w*|goodbye|farewell|afresh|upon|thereby|lest)\b/g,
    instead: 'plain words: fails, again, on',
    allowed: 0,
  },
];

/** Comments say the reason itself: these pages are not in the repository. */
export const CITATION: PrivateWord = {
  word: /\battacks? \d+|\battacks\.md|\bdecisions §|\bspec(ification)? §|\b(speed|look|house)\.md/g,
  instead: 'the reason itself, in a few words',
  allowed: 0,
};

interface Text {
  file: string;
  line: number;
  text: string;
}

export interface Source {
  names: Text[];
  /** Comments, sentences of documents and titles of tests, in lower case. */
  comments: Text[];
  /** The titles of tests as they are written. */
  titles: Text[];
}

/** `shopIsOpen` and `SHOP_IS_OPEN` as "shop is open". */
export const splitName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_$.-]+/g, ' ')
    .trim()
    .toLowerCase();

/** The title of a `test('…')`, `test.each(…)('…')` or `test.skipIf(…)('…')`. */
function titleOf(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  let callee: ts.Expression = node.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) {
    callee = callee.expression;
  }
  const [title] = node.arguments;
  const isTest = ts.isIdentifier(callee) && callee.text === 'test';
  const isText = title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title));
  return isTest && isText ? title : undefined;
}

/** Identifiers, comments and titles of tests of TypeScript or JavaScript code. */
function readCode(file: string, code: string, firstLine: number): Source {
  const kind = /\.(tsx|astro)$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const lineOf = (at: number) => parsed.getLineAndCharacterOfPosition(at).line + firstLine;
  const names: Text[] = [];
  const comments = new Map<number, Text>();
  const titles: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      names.push({ file, line: lineOf(node.getStart(parsed)), text: splitName(node.text) });
    }
    const title = titleOf(node);
    if (title) {
      const at = title.getStart(parsed);
      titles.push({ file, line: lineOf(at), text: title.getText(parsed).slice(1, -1) });
    }
    if (node.kind < ts.SyntaxKind.FirstNode && node.kind !== ts.SyntaxKind.JsxText) {
      const around = [
        ...(ts.getLeadingCommentRanges(code, node.pos) ?? []),
        ...(ts.getTrailingCommentRanges(code, node.pos) ?? []),
      ];
      for (const { pos, end } of around) {
        comments.set(pos, { file, line: lineOf(pos), text: code.slice(pos, end).toLowerCase() });
      }
    }
    for (const child of node.getChildren(parsed)) visit(child);
  };
  visit(parsed);
  const sentences = titles.map((title) => ({ ...title, text: title.text.toLowerCase() }));
  return { names, comments: [...comments.values(), ...sentences], titles };
}

/** The frontmatter, the scripts and the HTML comments of an Astro file. */
function readAstro(file: string, text: string): Source {
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  const end = text.startsWith('---') ? text.indexOf('\n---', 3) : -1;
  const found = [readCode(file, end < 0 ? '' : text.slice(3, end), 1)];
  for (const match of text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)) {
    const [all, code = ''] = match;
    found.push(readCode(file, code, lineAt(match.index + all.indexOf('>'))));
  }
  const html = [...text.matchAll(/<!--([\s\S]*?)-->|\{\/\*([\s\S]*?)\*\/\}/g)].map((match) => ({
    file,
    line: lineAt(match.index),
    text: match[0].toLowerCase(),
  }));
  return {
    names: found.flatMap((each) => each.names),
    comments: [...found.flatMap((each) => each.comments), ...html],
    titles: [],
  };
}

/** The sentences of a document, one line each, without code and addresses. */
function readDocument(file: string, text: string): Source {
  const withoutCode = text
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]+`|\]\([^()\n]*\)/g, '');
  const lines = withoutCode.toLowerCase().split('\n');
  const comments = lines.map((line, at) => ({ file, line: at + 1, text: line }));
  return { names: [], comments, titles: [] };
}

export function readSource(file: string, text: string): Source {
  if (file.endsWith('.md')) return readDocument(file, text);
  const source = file.endsWith('.astro') ? readAstro(file, text) : readCode(file, text, 1);
  // The name of a file below src/pages is an address of the site.
  if (file.startsWith('src/pages/')) return source;
  const name = splitName(basename(file).replace(/(\.test)?\.\w+$/, ''));
  return { ...source, names: [{ file, line: 0, text: name }, ...source.names] };
}

export const readSources = (): Source[] =>
  globSync(['*.md', '{api,db,src,tests}/**/*.{ts,tsx,mjs,astro,md}'], { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !EXCEPT.test(file))
    .sort()
    .map((file) => readSource(file, readFileSync(join(ROOT, file), 'utf8')));

/** `file:line` of every use of the word. */
export function usesOf(
  { word, namesOnly, codeOnly, except = [] }: PrivateWord,
  sources: Source[],
): string[] {
  // Most names occur often, so each is matched once.
  const counts = new Map<string, number>();
  const countIn = (text: string): number => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    const count = except.includes(text) ? 0 : (text.match(word)?.length ?? 0);
    counts.set(text, count);
    return count;
  };
  const found: string[] = [];
  for (const { names, comments } of sources) {
    for (const { file, line, text } of namesOnly ? names : [...names, ...comments]) {
      if (codeOnly && file.endsWith('.md')) continue;
      for (let count = countIn(text); count > 0; count -= 1) found.push(`${file}:${line}`);
    }
  }
  return found;
}

// `node tests/architecture/words.ts` prints today's counts, to lower the ceilings by.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sources = readSources();
  for (const each of [...WORDS, CITATION]) {
    console.log(`${usesOf(each, sources).length} of ${each.allowed}  ${each.word.source}`);
  }
}
