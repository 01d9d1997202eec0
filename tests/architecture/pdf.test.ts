import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCatalogReader } from '../../api/modules/site/catalog-reader.ts';
import { MARGIN, PdfDocument } from '../../api/platform/pdf.ts';
import { starterProfile } from '../../db/seed/profile.ts';
import { drawCv } from '../../src/features/cv/draw-cv.ts';

const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

/** The text of a PDF, where poppler is installed to extract it. */
function textOf(pdf: Buffer): string | null {
  if (!existsSync('/usr/bin/pdftotext')) return null;
  const file = join(mkdtempSync(join(tmpdir(), 'pdf-')), 'file.pdf');
  writeFileSync(file, pdf);
  return execFileSync('/usr/bin/pdftotext', [file, '-'], { encoding: 'utf8' });
}

test('a PDF text that reaches the end of a page continues on the next', async () => {
  const pdf = new PdfDocument({ title: 'T', author: 'A' });
  const end = pdf.write('word '.repeat(600), MARGIN, pdf.height - 100);
  const bytes = await pdf.end();
  expect(pagesOf(bytes)).toBe(2);
  expect(end).toBeGreaterThan(MARGIN);
  expect(end).toBeLessThan(pdf.height);
});

test('the CV lists every service, also when it needs a second page', async () => {
  const gig = (at: number) => `Service ${at} for ₹ and ł`;
  const gigs = Array.from({ length: 40 }, (_, at) => gig(at));
  const profile = { ...starterProfile, showcase: [] };
  const reader = createCatalogReader({ gigs: [], projects: [], reviews: [], profile });
  const bytes = await drawCv({ ...reader, cv: () => ({ gigs, projects: [] }) });
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pagesOf(bytes)).toBe(2);
  const text = textOf(bytes);
  if (text !== null) for (const title of gigs) expect(text).toContain(title);
});
