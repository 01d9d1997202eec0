import { expect, test } from 'vitest';
import {
  canBeId,
  hasControlInLines,
  isVisible,
  plainCode,
  plainEmail,
  plainPhone,
  plainText,
  withoutControl,
  withoutMarks,
} from '../../../api/platform/characters.ts';

test.each([
  ['KC@Example.COM ', 'kc@example.com'],
  ['k\u200bc@exam\u2060ple.com\ufeff', 'kc@example.com'],
  ['\u202akc@example.com\u202c', 'kc@example.com'],
  ['kc\u00ad@example.com', 'kc@example.com'],
  ['kc@Bücher.example', 'kc@xn--bcher-kva.example'],
  ['kc@xn--bcher-kva.example', 'kc@xn--bcher-kva.example'],
  ['kc@bu\u0308cher.example', 'kc@xn--bcher-kva.example'],
  ['kc@日本語。jp', 'kc@xn--wgv71a119e.jp'],
  ['jose\u0301@example.com', 'josé@example.com'],
  // What is no domain stays what it is.
  ['kc@1.22', 'kc@1.22'],
  ['kc@b%41.com/c', 'kc@b%41.com/c'],
  ['kc', 'kc'],
])('the address %j is stored, compared and counted as %s', (typed, plain) => {
  expect(plainEmail(typed)).toBe(plain);
  expect(plainEmail(plain)).toBe(plain);
});

test.each([
  ['Asha', true],
  ['क्\u200dष', true],
  ['👩\u200d💻', true],
  ['❤\ufe0f', true],
  ['\u200b\u200d\ufe0f', false],
  ['\u3164\u115f\uffa0', false],
  ['\u2800 \u00a0', false],
  ['\u2066\u2069', false],
  ['', false],
])('a reader sees something of %j: %s', (text, visible) => expect(isVisible(text)).toBe(visible));

test('texts lose what disguises them and keep what shapes them', () => {
  expect(plainText('exe.\u202efdp\u202c \u{1f3f4}\u{e0067}\u{e007f}')).toBe('exe.fdp \u{1f3f4}');
  for (const kept of ['क्\u200dष', 'می\u200cخواهم', '👩\u200d💻', '❤\ufe0f', 'a\u200fb'])
    expect(plainText(kept)).toBe(kept);
  expect(plainText('one\u000btwo\u2028three')).toBe('one\ntwo\nthree');
  expect(withoutMarks('\ufeffasha\u200b क्\u200dष ')).toBe('asha क्\u200dष');
});

test('what is no character is in no text, so that XML of it can be read', () => {
  for (const none of ['\ufffe', '\uffff', '\ufdd0', '\u{1ffff}', '\u0001', '\ud800']) {
    expect(hasControlInLines(`a${none}`), JSON.stringify(none)).toBe(true);
    expect(withoutControl(`a${none}b`)).toBe('ab');
    expect(isVisible(none)).toBe(false);
  }
});

test('codes and numbers are what is seen of them', () => {
  expect(plainCode('\u200e１２３\u200b456\u00a0')).toBe('123456');
  expect(plainPhone('\u202a+91\u00a0(98765)\u20114321\u202c')).toBe('+91 (98765)-4321');
});

test.each([
  ['0199-abc', true],
  ['0199\u0000', false],
  ['0199\u200b', false],
  ['0199\u007f', false],
  [' 0199', false],
])('%j can be an id: %s', (text, can) => expect(canBeId(text)).toBe(can));
