import { execFileSync } from 'node:child_process';

/** The text of a PDF as poppler reads it, which `npm test` installs. */
export const pdfText = (pdf: Buffer, ...options: string[]): string =>
  execFileSync('pdftotext', [...options, '-', '-'], { input: pdf, encoding: 'utf8' });
