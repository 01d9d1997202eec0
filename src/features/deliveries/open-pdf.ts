import {
  AnnotationMode,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** The most that reading or drawing may take; then the worker is ended, and what it held is free again. */
const LIMIT_MS = 20_000;
const MAX_PIXELS = 8_000_000;
const MAX_IMAGE_PIXELS = 40_000_000;
const MAX_TEXT_LENGTH = 20_000;
/** Where the library finds characters, fonts and decoders that documents do not bring along. */
const LIBRARY = new URL(`/api/v1/pdf/${version}/`, location.href).href;

export const LOCKED = 'This document is protected by a password. Download it to open it.';
export const DAMAGED = 'This document cannot be shown here. Download it to open it.';
const TOO_MUCH = 'This document takes too long to show here. Download it to open it.';

/** An open document. Its pages are drawn by a worker that is ended above its limit. */
export interface OpenPdf {
  pages: number;
  draw: (page: number, canvas: HTMLCanvasElement, width: number) => Promise<string>;
  close: () => void;
}

/**
 * Opens a document in a worker from this site. Nothing in it is run or followed: scripts and attachments are left out, and
 * forms, links and stamps are drawn like the page. Rejects with a sentence.
 */
export async function openPdf(address: string): Promise<OpenPdf> {
  const data = await fetchBytes(address);
  const port = new Worker(workerUrl, { type: 'module' });
  const end = Promise.withResolvers<never>();
  end.promise.catch(() => {});
  const close = (reason = DAMAGED) => {
    end.reject(new Error(reason));
    port.terminate();
  };
  port.addEventListener('error', () => close());
  const within = async <T>(work: Promise<T>): Promise<T> => {
    const limit = setTimeout(() => close(TOO_MUCH), LIMIT_MS);
    try {
      return await Promise.race([work, end.promise]);
    } finally {
      clearTimeout(limit);
    }
  };
  const opening = getDocument({
    ...{ data, worker: PDFWorker.create({ port }), maxImageSize: MAX_IMAGE_PIXELS, verbosity: 0 },
    ...{ enableXfa: false, useWorkerFetch: true, cMapUrl: `${LIBRARY}cmaps/` },
    ...{ standardFontDataUrl: `${LIBRARY}standard_fonts/`, wasmUrl: `${LIBRARY}wasm/` },
    iccUrl: `${LIBRARY}iccs/`,
  });
  try {
    const pdf = await within(opening.promise);
    return {
      pages: pdf.numPages,
      draw: (page, canvas, width) => within(drawPage(pdf, page, { canvas, width })),
      close: () => close(),
    };
  } catch (error) {
    close();
    throw new Error(sentenceOf(error));
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return DAMAGED;
  if (error.name === 'PasswordException') return LOCKED;
  return error.message === TOO_MUCH ? TOO_MUCH : DAMAGED;
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  const answer = await fetch(address).catch(() => null);
  if (answer?.ok) return new Uint8Array(await answer.arrayBuffer());
  const said = (await answer?.json().catch(() => null)) as { message?: string } | null;
  throw new Error(said?.message ?? 'The document did not arrive. Check your connection.');
}

/** Draws a page in the width of its canvas, and returns what is written on it. */
async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  { canvas, width }: { canvas: HTMLCanvasElement; width: number },
): Promise<string> {
  const page = await pdf.getPage(number);
  const size = page.getViewport({ scale: 1 });
  const wanted = (width * Math.min(devicePixelRatio, 2)) / size.width;
  const most = Math.sqrt(MAX_PIXELS / (size.width * size.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, most) });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise;
  const text = await textOf(page);
  page.cleanup();
  return text;
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const fields = (await page.getAnnotations()) as { fieldValue?: unknown }[];
  const words = [
    ...items.map((item) => ('str' in item ? item.str : '')),
    ...fields.map(({ fieldValue }) => (typeof fieldValue === 'string' ? fieldValue : '')),
  ];
  return words.join(' ').replace(/\s+/g, ' ').slice(0, MAX_TEXT_LENGTH);
}
