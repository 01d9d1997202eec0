import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { ApiError } from '../../platform/http/errors.ts';
import { PASSWORD_COMMON, PASSWORD_OWN } from './texts.ts';

/** Longer passwords are not compared with lists: the time grows with the square of the length. */
const CHECKED_LENGTH = 32;
/** The names of this studio, which attackers would try first. */
const OUR_NAMES = ['the vy studio', 'vy studio'];
/** The most common passwords are also refused with other digits and signs around them. */
const MOST_COMMON = 3_000;
/** A zxcvbn score (0 to 4): 1 means that fewer than a million guesses find the password. */
const GUESSABLE = 1;
/** Shorter names do not count, and shorter words are not compared. */
const MIN_NAME = 3;
/** The letters that a password needs beside names. */
const MIN_LETTERS = 4;
const SIMILAR: Record<string, string> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
  ...{ '@': 'a', $: 's', '!': 'i' },
};

interface Person {
  name: string;
  email: string;
}

let loading: Promise<{ zxcvbn: ZxcvbnFactory; common: Set<string> }> | undefined;

// Loaded when the first password is set: the word list takes about 25 MB of memory.
async function load() {
  const [{ ZxcvbnFactory }, { dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const words = dictionary['passwords-common'].slice(0, MOST_COMMON).flatMap(coresOf);
  const common = new Set(words.filter((word) => word.length >= MIN_LETTERS));
  return { zxcvbn: new ZxcvbnFactory({ dictionary }), common };
}

/** Refuses a new password that is tried first: a common one, or one made of names of its person or the studio. */
export async function refuseGuessable(
  password: string,
  person: Person,
  field = 'password',
): Promise<void> {
  if (isMadeOfNames(password, person)) throw new ApiError(400, PASSWORD_OWN, { field });
  if (password.length > CHECKED_LENGTH) return;
  loading ??= load();
  const { zxcvbn, common } = await loading;
  const { score, sequence } = zxcvbn.check(password);
  const isOnePattern = score <= GUESSABLE && sequence.length === 1;
  if (isOnePattern || coresOf(password).some((core) => common.has(core)))
    throw new ApiError(400, PASSWORD_COMMON, { field });
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}]/gu, '');

/** The letters of a text without case, signs and digits: those inside are read as letters that look like them. */
function coresOf(text: string): string[] {
  const plain = [...text.normalize('NFKC').toLowerCase()];
  const read = (part: string[]) => lettersOf(part.map((sign) => SIMILAR[sign] ?? sign).join(''));
  const first = plain.findIndex((sign) => /[\p{L}@$]/u.test(sign));
  const last = plain.findLastIndex((sign) => /[\p{L}\p{M}]/u.test(sign));
  return [...new Set([read(plain.slice(first, last + 1)), read(plain), lettersOf(plain.join(''))])];
}

/** Whether nearly nothing is left of a password without its person's name and address, and the studio's names. */
function isMadeOfNames(password: string, { name, email }: Person): boolean {
  const [local = ''] = email.split('@');
  const names = [
    email,
    local,
    name,
    ...local.split(/[^\p{L}\p{M}]+/u),
    ...name.split(/\s+/),
    ...OUR_NAMES,
  ]
    .map((each) => lettersOf(each.normalize('NFKC').toLowerCase()))
    .filter((each) => each.length >= MIN_NAME)
    .sort((a, b) => b.length - a.length);
  return coresOf(password).some((core) => {
    const rest = names.reduce((left, each) => left.replaceAll(each, ''), core);
    return rest !== core && rest.length < MIN_LETTERS;
  });
}
