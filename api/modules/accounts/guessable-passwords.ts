import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Longer passwords are not checked: the time grows with the square of the length. */
const CHECKED_LENGTH = 32;
/** Names of this studio, which attackers would try first. */
const WORDS = ['vy studio', 'vystudio', 'vy-studio', 'vy_studio', 'the vy studio'];
/** A zxcvbn score (0 to 4): 1 means that fewer than a million guesses find the password. */
const GUESSABLE = 1;

let loading: Promise<ZxcvbnFactory> | undefined;

// Loaded when the first password is set: the word list takes about 25 MB of memory.
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary });
}

/**
 * Whether the whole password is one guessable pattern, in any letter case: a common password, a name of this
 * studio, a repetition, a keyboard row or a date.
 */
export async function isGuessable(password: string): Promise<boolean> {
  if (password.length > CHECKED_LENGTH) return false;
  loading ??= load();
  const { score, sequence } = (await loading).check(password, WORDS);
  return score <= GUESSABLE && sequence.length === 1;
}
