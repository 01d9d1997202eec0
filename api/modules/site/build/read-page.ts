import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';

/** What the publisher and the policy need to know of a page, read by an HTML parser. */
export interface PageContent {
  /** Hashes of the scripts in it, for its policy; data blocks need none. */
  scripts: string[];
  /** Addresses on this site that it links to or loads. */
  addresses: string[];
}

const SINGLE = ['href', 'src', 'poster', 'action'];
const SETS = ['srcset', 'imagesrcset'];
const DATA_TYPES = ['application/json', 'application/ld+json'];

/** Addresses come from attributes, scripts from script elements: text that looks like either is text. */
export function readPage(html: string): PageContent {
  const scripts = new Set<string>();
  const addresses = new Set<string>();
  let code: string | null = null;
  const note = (address: string) => {
    if (address.startsWith('/') && !address.startsWith('//')) addresses.add(address);
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const each of SINGLE) note(attributes[each]?.trim() ?? '');
      for (const each of SETS) {
        for (const part of (attributes[each] ?? '').split(',')) note(firstWord(part));
      }
      const isCode = !('src' in attributes) && !DATA_TYPES.includes(attributes['type'] ?? '');
      code = name === 'script' && isCode ? '' : null;
    },
    ontext(text) {
      if (code !== null) code += text;
    },
    onclosetag(name) {
      if (name === 'script' && code !== null) {
        scripts.add(`sha256-${createHash('sha256').update(code).digest('base64')}`);
      }
      code = null;
    },
  });
  parser.end(html);
  return { scripts: [...scripts], addresses: [...addresses] };
}

const firstWord = (text: string): string => text.trim().split(/\s/)[0] ?? '';
