import { expect, test } from 'vitest';
import { run as renderDocument } from '../../api/modules/billing/document-pdf.ts';
import { NOTHING } from '../../api/modules/catalog/content/kinds.ts';
import { run as drawEvidence } from '../../api/modules/dispute-evidence/evidence-pdf.ts';
import { createCatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { readStarter } from '../../api/modules/site/starter-shop.ts';
import { MARGIN, PdfDocument } from '../../api/platform/pdf.ts';
import { runsOf } from '../../api/platform/pdf-fonts.ts';
import { drawCv } from '../../src/features/cv/draw-cv.ts';
import { pdfText } from '../support/pdf-text.ts';

const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

const NAMES = {
  Devanagari: 'आशा कुलकर्णी, क्षत्रिय',
  Bengali: 'আশা কুলকার্নি',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਅੰਮ੍ਰਿਤਸਰ ਕੌਰ',
  Arabic: 'عائشہ خان',
  Gujarati: 'આશા કુલકર્ણી',
  Oriya: 'ଆଶା କୁଲକର୍ଣ୍ଣୀ',
  Tamil: 'ஆஷா குல்கர்னி',
  Telugu: 'ఆశా కులకర్ణి',
  Kannada: 'ಆಶಾ ಕುಲಕರ್ಣಿ',
  Malayalam: 'ആശ കുൽക്കർണി',
};

test.each(Object.entries(NAMES))(
  'a name in %s is printed in a font that has it',
  async (script, name) => {
    const pdf = new PdfDocument({ title: 'T', author: 'A' });
    pdf.write(`₹ ${name}`, MARGIN, MARGIN, { weight: 'strong' });
    expect((await pdf.end()).toString('latin1')).toMatch(
      new RegExp(`/BaseFont /[A-Z]+\\+NotoSans${script}-SemiBold`),
    );
    expect(runsOf(name).filter(({ text }) => text.includes('?'))).toEqual([]);
  },
);

test('words from right to left stand in their order, with the marks and numbers between them', () => {
  const read = (line: string) =>
    runsOf(line)
      .map(({ text }) => text)
      .join('|');
  expect(read('Ana Rao')).toBe('Ana Rao');
  expect(read('عائشہ خان')).toBe('خان| |عائشہ');
  expect(read('For عائشہ خان, Pune')).toBe('For |خان| |عائشہ|, Pune');
  expect(read('عائشہ (12) خان')).toBe('خان| |(|12|)| |عائشہ');
  expect(read('لاہور 54000')).toBe('لاہور| 54000');
});

test('characters without a font, and marks that cannot be placed, are question marks', async () => {
  expect(runsOf('李 Ana')).toEqual([{ font: 'geist-latin', text: '? Ana' }]);
  const pdf = new PdfDocument({ title: 'T', author: 'A' });
  pdf.write('\u0d05\u0d4d', MARGIN, MARGIN);
  expect((await pdf.end()).toString('latin1')).not.toContain('NotoSans');
});

test('a PDF text that reaches the end of a page continues on the next', async () => {
  const pdf = new PdfDocument({ title: 'T', author: 'A' });
  const end = pdf.write('word '.repeat(600), MARGIN, pdf.height - 100);
  const bytes = await pdf.end();
  expect(pagesOf(bytes)).toBe(2);
  expect(end).toBeGreaterThan(MARGIN);
  expect(end).toBeLessThan(pdf.height);
});

test('a text too long for a document ends after a hundred pages with what is missing', async () => {
  const sections = Array.from({ length: 300 }, (_, at) => ({
    heading: `Message ${at + 1}`,
    lines: Array.from({ length: 50 }, () => 'word'),
  }));
  const text = { title: 'Conversation', about: [], sections };
  const pdf = await drawEvidence({ text, author: 'A', createdAt: new Date(0) });
  expect(pagesOf(pdf)).toBe(101);
  const words = pdfText(pdf).split('\f').at(-2);
  expect(words).toContain('This document was shortened');
  expect(words).toMatch(/the rest of "Message \d+" and \d+ more, up to "Message 300"/);
});

/** The words of a PDF with their places, a list for each page. */
function wordsOf(pdf: Buffer) {
  return pdfText(pdf, '-bbox')
    .split('<page ')
    .map((page) =>
      [
        ...page.matchAll(
          /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)/g,
        ),
      ].map(([, left, top, right, bottom, word]) => ({
        ...{ left: Number(left), top: Number(top), right: Number(right) },
        ...{ bottom: Number(bottom), word: word ?? '' },
      })),
    );
}

test('no word of a document covers another, however long its names and however many its lines', async () => {
  const long = 'Software Consulting and Design Studio for Cooperatives Private Limited';
  const tax = { taxable: 50_000_00, lines: [{ name: 'IGST', rate: 18, amount: 9_000_00 }] };
  const item = { name: `${long} ${long}`, quantity: 12, price: 1_00_000_00, amount: 12_00_000_00 };
  const data = {
    ...{ kind: 'advance', number: 'VY/2026-27/0001', at: '2026-11-22T10:00:00Z', tax },
    ...{
      timeZone: 'Asia/Kolkata',
      agreement: '1a2b3c4d',
      order: { id: '95BB04', total: 60_000_50, paid: 20_000_50 },
    },
    seller: {
      name: long,
      address: long,
      state: 'Maharashtra',
      gstin: '27AAPFU0939F1ZV',
      sac: '998314',
    },
    // An accent that comes apart from its letter.
    buyer: {
      name: 'Be\u0301la',
      email: `${'a'.repeat(60)}@a.example`,
      lines: [long],
      state: '',
      stateCode: null,
    },
    payment: {
      id: 'pay_ABCDEFGHIJKLMN',
      method: 'card',
      amount: 20_000_50,
      part: `Part 1 of 6: ${long}`,
    },
    lines: Array.from({ length: 24 }, () => item),
  };
  const pdf = await renderDocument(JSON.stringify(data));
  expect(pagesOf(pdf)).toBe(3);
  const pages = wordsOf(pdf);
  const covered = pages.flatMap((words) =>
    words.filter((one) =>
      words.some(
        (other) =>
          one !== other &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
          // Boxes of words are a line high; letters are not.
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6,
      ),
    ),
  );
  expect(covered).toEqual([]);
  expect(pages.flat().map(({ word }) => word)).toContain('Béla');
  expect(pdfText(pdf)).toContain('page 3 of 3');
});

test('the CV lists every service, also when it needs a second page', async () => {
  const gig = (at: number) => `Service ${at} for ₹ and ł`;
  const gigs = Array.from({ length: 40 }, (_, at) => gig(at));
  const profile = { ...readStarter().profile, portrait: null, reviewPictures: [], showcase: [] };
  const reader = createCatalogReader({ ...NOTHING, open: true, reviews: [], profile, legal: [] });
  const bytes = await drawCv({ ...reader, cv: () => ({ gigs, projects: [] }) });
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pagesOf(bytes)).toBe(2);
  const text = pdfText(bytes);
  for (const title of gigs) expect(text).toContain(title);
});
