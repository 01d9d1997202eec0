import { expect, test } from 'vitest';
import {
  charactersOf,
  passwordCriteria,
  passwordStrength,
  STRENGTH_LABELS,
} from '../../../api/modules/accounts/rules.ts';

test('characters are counted as people do: an emoji is one', () => {
  expect(charactersOf('pässword🙂')).toBe(9);
});

test.each([
  ['', 0],
  ['abc', 0],
  ['ABC', 0],
  ['abcdefg', 0],
  ['abcdefgh', 1],
  ['aB', 1],
  ['éÉ', 1],
  ['7', 1],
  ['!', 1],
  ['abcdefgH', 2],
  ['abcdefG7', 3],
  ['abcdeG7!', 4],
])('the password %j has %i of four points', (password, points) => {
  expect(passwordStrength(password)).toBe(points);
});

test('a letter, a digit or a space of any script is no special character', () => {
  const passwords = ['é', '५', ' ', '\u00a0', '!', '_', '🙂'];
  expect(passwords.filter((each) => passwordCriteria(each).special)).toEqual(['!', '_', '🙂']);
});

test('each number of points has a name', () => {
  expect(STRENGTH_LABELS[passwordStrength('')]).toBe('Very Weak');
  expect(STRENGTH_LABELS[passwordStrength('abcdeG7!')]).toBe('Strong');
  expect(STRENGTH_LABELS).toHaveLength(5);
});
