import { foldText } from '../catalog/content/rules.ts';
import { mapLinks } from '../catalog/rich-text-rules.ts';

/**
 * An element or an entity of rich text, or a word with the marks in it that nobody sees. In scripts that write no space
 * between words each character stands for itself.
 */
const PIECES =
  /<\/?(?:p|h3|h4|ul|ol|li|strong|em|br|a|code|pre)(?: [^<>]*)?>|&(?:amp|lt|gt|quot);|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}\p{Cf}])+/gu;
/** Between two words of a name, elements apart. */
const MAX_GAP = 3;
/** A shorter name is an ordinary word too often. */
const MIN_LETTERS = 4;
const MAX_WORDS = 40;
const COMPANY_FORMS = 'pvt private ltd limited llp llc inc plc gmbh co'.split(' ');

interface Word {
  at: number;
  end: number;
  folded: string;
  /** In a script with capitals, none of them. */
  isSmall: boolean;
}

/** A name as its words: `quillon`, `exports`. */
export type Name = readonly string[];

interface Mention {
  words: Word[];
  name: Name;
}

const wordsIn = (text: string): Word[] =>
  [...text.matchAll(PIECES)].flatMap(({ 0: piece, index: at }) => {
    const folded = /^[<&]/.test(piece) ? '' : foldText(piece.replace(/\p{Cf}/gu, ''));
    const isSmall = piece === piece.toLowerCase() && piece !== piece.toUpperCase();
    return folded ? [{ at, end: at + piece.length, folded, isSmall }] : [];
  });

/** Names with and without the form of a company, the longest first. */
export function namesOf(texts: readonly string[]): Name[] {
  const found = new Map<string, Name>();
  for (const text of texts) {
    const whole = wordsIn(text).map(({ folded }) => folded);
    const end = whole.findLastIndex((word) => !COMPANY_FORMS.includes(word)) + 1;
    for (const name of [whole, whole.slice(0, end)])
      if (name.length > 0) found.set(name.join(' '), name);
  }
  return [...found.values()].sort((one, other) => other.length - one.length);
}

export const isShort = (name: Name): boolean => [...name.join('')].length < MIN_LETTERS;

/** Whether nothing but a space, a hyphen or an element stands between these words. */
const areTogether = (text: string, words: readonly Word[]): boolean =>
  words.slice(1).every(({ at }, before) => {
    const between = text.slice(words[before]?.end, at).replace(/<[^<>]*>|&\w+;/g, '');
    return between.length <= MAX_GAP;
  });

/** The longest name with which these words begin, also written as one word. */
function mentionAt(text: string, words: Word[], names: readonly Name[]): Mention | undefined {
  for (const name of names) {
    const isOne = words[0]?.folded === name.join('');
    const own = words.slice(0, isOne ? 1 : name.length);
    const isName = isOne || name.every((word, at) => own[at]?.folded === word);
    if (isName && areTogether(text, own)) return { words: own, name };
  }
  return undefined;
}

/** Where one of these names stands as whole words, in capitals or not, with its accents or not. */
function mentionsIn(text: string, names: readonly Name[]): Mention[] {
  const words = wordsIn(text);
  const found: Mention[] = [];
  let next = 0;
  for (const at of words.keys()) {
    if (at < next) continue;
    const mention = mentionAt(text, words.slice(at, at + MAX_WORDS), names);
    if (!mention) continue;
    found.push(mention);
    next = at + mention.words.length;
  }
  return found;
}

/** The names in a text, and whether each is written there as an ordinary word is. */
export function namesIn(text: string, names: readonly Name[]): { name: Name; isSmall: boolean }[] {
  const found = mentionsIn(text, names).map(({ name, words }) => ({
    name,
    isSmall: words.length === 1 && words[0]?.isSmall === true,
  }));
  mapLinks(text, (href) => {
    for (const { name } of mentionsIn(href, names)) found.push({ name, isSmall: false });
    return href;
  });
  return found;
}

/** Replaces names, and takes out the links whose address has one. */
export function replaceNames(text: string, names: readonly Name[], by: string): string {
  const unlinked = mapLinks(text, (href) => (mentionsIn(href, names).length > 0 ? null : href));
  let result = '';
  let from = 0;
  for (const { words } of mentionsIn(unlinked, names)) {
    for (const [at, word] of words.entries()) {
      const between = unlinked.slice(from, word.at);
      // What stood between the words of the name goes with it, but no element.
      result += at === 0 ? between + by : (between.match(/<[^<>]*>/g) ?? []).join('');
      from = word.end;
    }
  }
  return result + unlinked.slice(from);
}
