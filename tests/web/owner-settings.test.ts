import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { KeyForCopies, ShownKey } from '../../src/admin/backups/Backups.tsx';
import { ALL_SCREENS, SETTINGS, SETTINGS_GROUPS } from '../../src/admin/screens.ts';
import { SellerForm } from '../../src/admin/tax/SellerForm.tsx';
import type { TaxSettings } from '../../src/admin/tax/tax-store.ts';

// A dialog opens after a paint.
vi.mock('../../src/components/Modal.tsx', () => ({
  Modal: ({ title, children }: { title: string; children: unknown }) => [title, children],
}));

const markup = <P extends object>(screen: FunctionComponent<P>, props: P): string =>
  renderToStaticMarkup(createElement(screen, props)).replaceAll('&#x27;', '’');

test('every screen below Settings is listed there in one of its groups, with what it is for', () => {
  const below = ALL_SCREENS.filter(({ parent }) => parent === 'settings');
  expect(SETTINGS.map(({ route }) => route)).toEqual(below.map(({ route }) => route));
  for (const { route, group, about } of SETTINGS) {
    expect(SETTINGS_GROUPS, route).toContain(group);
    expect(about, route).toMatch(/\w/);
  }
  expect(new Set(SETTINGS.map(({ group }) => group))).toEqual(new Set(SETTINGS_GROUPS));
});

test('no two screens have one key', () => {
  const keys = ALL_SCREENS.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

const SELLER = {
  ...{ gstin: '27AAPFU0939F1ZV', sac: '998314', name: 'VY Studio LLP', state: 'Maharashtra' },
  ...{ address: '14 Law College Road, Pune 411004', version: 3 },
};

const formFor = (seller: object): string =>
  markup(SellerForm, {
    tax: {
      seller: { ...SELLER, fixed: {}, ...seller },
      legal: { name: 'Vikram Yadav', address: 'Pune' },
    } as unknown as TaxSettings,
  });

const inputOf = (form: string, name: string): string =>
  new RegExp(`<(?:input|select)[^>]* name="${name}"[^>]*>`).exec(form)?.[0] ?? '';

test('what papers say about the seller can be changed, except what the server sets, which is named', () => {
  const own = formFor({});
  for (const name of ['gstin', 'sac', 'name', 'state', 'address'])
    expect(inputOf(own, name), name).not.toMatch(/readonly|disabled/i);
  expect(own).toContain('Papers that you have issued stay as they are');
  const set = formFor({ fixed: { gstin: 'SELLER_GSTIN', state: 'SELLER_STATE' } });
  expect(inputOf(set, 'gstin')).toMatch(/readonly/i);
  expect(inputOf(set, 'state')).toContain('disabled');
  expect(inputOf(set, 'name')).not.toMatch(/readonly/i);
  expect(set).toContain('Set on the server with SELLER_GSTIN, which comes first.');
});

test('without a number the form says that papers show no tax; a state that is on no list is kept', () => {
  expect(formFor({ gstin: '' })).toContain('Without a GST number your papers show no tax');
  expect(formFor({ state: 'Bombay State' })).toContain('<option selected="">Bombay State</option>');
});

const KEY = { publicHalf: '', madeAt: null, version: 0, isSetOnServer: false };

test('a key for copies is made with a press, replaced with a warning, and not offered where the server sets it', () => {
  expect(markup(KeyForCopies, { copyKey: KEY })).toContain('Make a key');
  const made = { ...KEY, publicHalf: 'age1public', madeAt: new Date().toISOString(), version: 1 };
  const kept = markup(KeyForCopies, { copyKey: made });
  expect(kept).toContain('Replace the key…');
  expect(kept).toContain('age1public');
  const fixed = markup(KeyForCopies, { copyKey: { ...made, isSetOnServer: true } });
  expect(fixed).toContain('The server sets the key');
  expect(fixed).not.toContain('<button');
});

test('the private half is shown with a way to keep it as a file', () => {
  const shown = markup(ShownKey, { made: 'AGE-SECRET-KEY-1ABC', close: () => {} });
  expect(shown).toContain('It is shown this once');
  expect(shown).toContain('>AGE-SECRET-KEY-1ABC<');
  expect(shown).toContain('download="backup-key.txt"');
  expect(shown).toContain('href="data:text/plain,AGE-SECRET-KEY-1ABC%0A"');
});
