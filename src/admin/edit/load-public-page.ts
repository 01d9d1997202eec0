/** The markup of a page of the site; null where there is none to borrow. */
export type BorrowedPage = () => Promise<string | null>;

/** What a preview neither needs nor may run; the desk's own policy holds in it too. */
const LEFT_OUT = 'script, link[rel*="preload"], template';

interface Wanted {
  /** Addresses; the first that answers with a page of places to fill is taken. */
  find: () => Promise<string[]>;
  /** What has no place in the preview. */
  without: string;
}

/** A page of the site as plain markup, fetched once. */
export function borrowPage(wanted: Wanted): BorrowedPage {
  let page: Promise<string | null> | undefined;
  return () => {
    page ??= fetchFirst(wanted).catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    return page;
  };
}

async function fetchFirst({ find, without }: Wanted): Promise<string | null> {
  for (const address of await find()) {
    const answer = await fetch(address, { redirect: 'error' }).catch(() => null);
    if (!answer?.ok) continue;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (page.querySelector('[data-preview]')) return bare(page, without);
  }
  return null;
}

function bare(page: Document, without: string): string {
  for (const each of page.querySelectorAll(`${LEFT_OUT}, ${without}`)) each.remove();
  for (const each of page.querySelectorAll('[data-preview]')) each.replaceChildren();
  // The desk has landmarks of its own.
  for (const each of page.querySelectorAll('body > :is(header, footer)')) each.role = 'none';
  page.querySelector('main')?.setAttribute('aria-label', 'The page as visitors see it');
  page.documentElement.classList.add('js');
  const theme = document.documentElement.dataset['theme'];
  if (theme) page.documentElement.dataset['theme'] = theme;
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
