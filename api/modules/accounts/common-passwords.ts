import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Longer ones are not looked at: the work grows with the square of the length. */
const CHECKED_LENGTH = 32;
/** Words of this studio: the first that somebody tries here. */
const WORDS = ['vy studio', 'vystudio', 'vy-studio', 'vy_studio', 'the vy studio'];
/** Of zxcvbn's scores from 0 to 4: found within a million guesses. */
const GUESSABLE = 1;

let loading: Promise<ZxcvbnFactory> | undefined;

// Loaded with the first new password: the list takes some 25 MB of memory.
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary });
}

/** A known password, a name of this studio, a repetition, a row of keys or a date and nothing besides, in whatever case. */
export async function isCommon(password: string): Promise<boolean> {
  if (password.length > CHECKED_LENGTH) return false;
  loading ??= load();
  const { score, sequence } = (await loading).check(password, WORDS);
  return score <= GUESSABLE && sequence.length === 1;
}
