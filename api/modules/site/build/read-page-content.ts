import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';

/** The parts of an HTML page that the publisher and the CSP need. */
export interface PageContent {
  /** Hashes of the inline scripts, for the CSP; data blocks need none. */
  scripts: string[];
  /** Addresses on this site to which the page links or which it loads. */
  addresses: string[];
}

const URL_ATTRIBUTES = ['href', 'src', 'poster', 'action'];
const SRCSET_ATTRIBUTES = ['srcset', 'imagesrcset'];
const DATA_TYPES = ['application/json', 'application/ld+json'];

/** Parses a page with an HTML parser, so that text that only looks like a link or script is ignored. */
export function readPageContent(html: string): PageContent {
  const scripts = new Set<string>();
  const addresses = new Set<string>();
  let code: string | null = null;
  const addAddress = (address: string) => {
    if (address.startsWith('/') && !address.startsWith('//')) addresses.add(address);
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const each of URL_ATTRIBUTES) addAddress(attributes[each]?.trim() ?? '');
      for (const each of SRCSET_ATTRIBUTES) {
        for (const part of (attributes[each] ?? '').split(',')) addAddress(firstWord(part));
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
