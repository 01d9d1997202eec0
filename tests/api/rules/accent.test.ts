import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  accentProblem,
  accentStyle,
  contrast,
  DEFAULT_ACCENT,
  readableAccent,
  withLightColour,
} from '../../../api/modules/catalog/profile/accent-rules.ts';

test('the contrast of two colours is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('a colour that is hard to read is refused with the nearest that is not', () => {
  expect(accentProblem('#ffd500', 'light')).toMatch(/hard to read on a light page.*#[\da-f]{6}/);
  expect(accentProblem('#7f1d1d', 'dark')).toMatch(/hard to read on a dark page/);
  for (const hex of ['#ffd500', '#000000', '#ffffff', '#7f1d1d', '#ff00ff']) {
    for (const theme of ['light', 'dark'] as const) {
      expect(accentProblem(readableAccent(hex, theme), theme), `${hex} ${theme}`).toBe('');
    }
  }
  expect(accentProblem('teal', 'light')).toBe('Please enter a colour like #0f766e.');
});

test('the usual accent is that of the style sheets, and only another one changes them', () => {
  const tokens = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');
  const { light, dark } = DEFAULT_ACCENT;
  expect(tokens).toContain(`--accent: light-dark(${light}, ${dark});`);
  expect(tokens).toContain('--raised: light-dark(#f4f5f2, #171d24);');
  expect(tokens).toContain('--on-accent: light-dark(#ffffff, #04201d);');
  expect(accentStyle(DEFAULT_ACCENT)).toBe('');
  expect(accentStyle({ light: '#1d4ed8', dark: '#93c5fd' })).toContain(
    '--accent:light-dark(#1d4ed8,#93c5fd)',
  );
  expect(accentStyle({ light: '</style>', dark: '#93c5fd' })).toBe('');
});

test('the dark colour follows the light one until somebody chooses it', () => {
  const red = withLightColour(DEFAULT_ACCENT, '#b91c1c');
  expect(red).toEqual({ light: '#b91c1c', dark: readableAccent('#b91c1c', 'dark') });
  expect(red.dark).not.toBe(DEFAULT_ACCENT.dark);
  const blue = withLightColour(red, '#1d4ed8');
  expect(blue.dark).toBe(readableAccent('#1d4ed8', 'dark'));
  expect(withLightColour(blue, DEFAULT_ACCENT.light)).toEqual(DEFAULT_ACCENT);
  const chosen = { light: '#1d4ed8', dark: '#fbbf24' };
  expect(withLightColour(chosen, '#b91c1c')).toEqual({ light: '#b91c1c', dark: '#fbbf24' });
});
