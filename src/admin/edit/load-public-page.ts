/** Loads the markup of a public page; null when no such page exists. */
export type PublicPageLoader = () => Promise<string | null>;

/** A preview needs no scripts, and the dashboard's content security policy would block them. */
const REMOVED = 'script, link[rel*="preload"], template';

interface PageSource {
  /** Candidate paths; the first whose page has the marker is used. */
  findPaths: () => Promise<string[]>;
  /** A selector of elements that the preview leaves out. */
  exclude: string;
  /** A selector that the page must contain. */
  marker?: string;
}

/** A public page as markup without scripts, fetched once. */
export function publicPageLoader(source: PageSource): PublicPageLoader {
  let page: Promise<string | null> | undefined;
  return () => {
    page ??= fetchFirst(source).catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    return page;
  };
}

async function fetchFirst({
  findPaths,
  exclude,
  marker = '[data-preview]',
}: PageSource): Promise<string | null> {
  for (const path of await findPaths()) {
    const response = await fetch(path, { redirect: 'error' }).catch(() => null);
    if (!response?.ok) continue;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (page.querySelector(marker)) return toPreviewHtml(page, exclude);
  }
  return null;
}

function toPreviewHtml(page: Document, exclude: string): string {
  for (const element of page.querySelectorAll(`${REMOVED}, ${exclude}`)) element.remove();
  for (const element of page.querySelectorAll('[data-preview]')) element.replaceChildren();
  // The dashboard already has these landmarks.
  for (const element of page.querySelectorAll('body > :is(header, footer)')) element.role = 'none';
  page.querySelector('main')?.setAttribute('aria-label', 'The page as visitors see it');
  page.documentElement.classList.add('js');
  const theme = document.documentElement.dataset['theme'];
  if (theme) page.documentElement.dataset['theme'] = theme;
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
