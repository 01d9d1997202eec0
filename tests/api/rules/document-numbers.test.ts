import { expect, test } from 'vitest';
import {
  type DocumentKind,
  documentFile,
  documentNumber,
  documentNumberOf,
  kindOf,
} from '../../../api/modules/billing/document-number-rules.ts';
import { seriesBegunAt } from '../../../api/modules/billing/restored-series.ts';

const KINDS: DocumentKind[] = ['receipt', 'invoice', 'refund', 'credit'];

test('each kind of document has a series of its own for each year', () => {
  expect(KINDS.map((kind) => documentNumber('VY', kind, { year: '2026-27', serial: 1 }))).toEqual([
    ...['VY/2026-27/0001', 'VI/2026-27/0001', 'VR/2026-27/0001', 'VC/2026-27/0001'],
  ]);
});

test('a number has sixteen characters at most, as the tax rules want it', () => {
  expect(documentNumber('VY', 'receipt', { year: '2026-27', serial: 99_999 })).toBe(
    'VY/2026-27/99999',
  );
  expect(documentNumber('VY', 'receipt', { year: '2026-27', serial: 99_999 })).toHaveLength(16);
});

test('a series that begins after a restore is named after its minute', () => {
  const at = (time: string) => seriesBegunAt(time, 'Asia/Kolkata');
  expect(at('2026-03-31T18:30:00.000Z')).toBe('26-0000');
  expect(at('2026-11-23T19:43:59.000Z')).toBe('26-7BE1');
  expect(at('2027-03-31T18:29:59.000Z')).toBe('26-B9JZ');
  const number = documentNumber('VY', 'receipt', { year: '26-B9JZ', serial: 99_999 });
  expect(number).toHaveLength(16);
});

test('a number tells its kind by its second letter', () => {
  const numbers = KINDS.map((kind) => documentNumber('VY', kind, { year: '2026-27', serial: 1 }));
  expect(numbers.map(kindOf)).toEqual(KINDS);
  expect(kindOf('MR/2026-27/0001')).toBe('refund');
  expect(kindOf('MX/2026-27/0001')).toBe('receipt');
});

test('a document is found by the name of its file', () => {
  for (const kind of KINDS) {
    for (const [series, serial] of [
      ['VY', 1],
      ['MK', 9_999],
      ['A7', 10_000],
      ['MK', 99_999],
    ] as const) {
      const number = documentNumber(series, kind, { year: '2026-27', serial });
      expect(documentNumberOf(documentFile(number))).toBe(number);
    }
  }
  expect(documentFile('VY/2026-27/0001')).toBe('VY-2026-27-0001.pdf');
  expect(documentNumberOf('VI-TEST-0001.pdf')).toBe('VI/TEST/0001');
  expect(documentNumberOf('VI-26-7B4W-99999.pdf')).toBe('VI/26-7B4W/99999');
});

test.each([
  'VY-2026-27-0001',
  'VY-2026-27-001.pdf',
  'VY-2026-27-000001.pdf',
  '7X-2026-27-0001.pdf',
  'Y-2026-27-0001.pdf',
  'VY-26-27-0001.pdf',
  'VY-2026-2-0001.pdf',
  'VY-2026-27-000a.pdf',
  'aVY-2026-27-0001.pdf',
  'VY-2026-27-0001.pdf.exe',
  'VY-2026-27-0001xpdf',
])('no document has the name %s', (file) => expect(documentNumberOf(file)).toBeNull());
