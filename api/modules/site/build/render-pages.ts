import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { ReleaseFolder } from '../releases/release-folder.ts';
import type { CatalogReader } from './catalog-reader.ts';
import type { CompiledSite, RenderInput } from './load-templates.ts';
import type { Manifest, PageEntry } from './manifest.ts';
import { createReadRecorder, type Reads } from './page-dependencies.ts';
import { readPageContent } from './read-page-content.ts';

interface Rendering {
  site: CompiledSite;
  catalog: CatalogReader;
  pictureBytes: RenderInput['pictureBytes'];
  folder: ReleaseFolder;
  /** Hashes of the inline scripts that a page may run. */
  scripts: ReadonlySet<string>;
  log: (text: string) => void;
  /** The pages of the previous release if the same version of the program made them. */
  same: Manifest['pages'];
  /** The pages of the previous release, made by any version. */
  before: Manifest['pages'];
}

interface RenderedPages {
  pages: Manifest['pages'];
  /** The addresses of the pages that were rendered and not reused. */
  rendered: string[];
}

const AT_ONCE = 2;
const HTML = 'text/html';

/** Renders the pages whose data have changed and reuses the others from the previous release. */
export async function renderPages(rendering: Rendering): Promise<RenderedPages> {
  const { site, catalog, folder, same } = rendering;
  const recorder = createReadRecorder(catalog);
  const pages: Manifest['pages'] = {};
  const rendered: string[] = [];
  const withShared = createAddressPool();
  const limit = pLimit(AT_ONCE);
  const one = async (path: string) => {
    const known = same[path];
    if (known && recorder.isUnchanged(known.reads) && folder.keep(known.file)) {
      pages[path] = withShared(known);
      return;
    }
    // Between pages timers can run, such as the one of the lease, and memory can be freed.
    await nextTurn();
    const reads: Reads = {};
    pages[path] = withShared(await render(path, rendering, recorder.recordInto(reads), reads));
    rendered.push(path);
  };
  await Promise.all(site.paths(catalog).map((path) => limit(() => one(path))));
  return { pages, rendered };
}

/**
 * Stores each address once: most pages have the same ones, and a substring of a page would keep the whole
 * page in memory.
 */
function createAddressPool() {
  const copies = new Map<string, string>();
  const copyOf = (address: string): string => {
    const known = copies.get(address);
    if (known !== undefined) return known;
    const copy = Buffer.from(address).toString();
    copies.set(copy, copy);
    return copy;
  };
  return ({ content, ...page }: PageEntry): PageEntry =>
    content ? { ...page, content: { ...content, addresses: content.addresses.map(copyOf) } } : page;
}

async function render(
  path: string,
  { site, pictureBytes, folder, scripts, log, before }: Rendering,
  catalog: CatalogReader,
  reads: Reads,
): Promise<PageEntry> {
  const known = before[path];
  const input = { catalog, pictureBytes };
  let answer = await site.render(path, { ...input, etag: known?.etag });
  if (answer.status === 304) {
    if (known && folder.keep(known.file)) return { ...known, reads };
    answer = await site.render(path, input);
  }
  if (!answer.ok && path !== '/404') throw new Error(`${path} answers with ${answer.status}.`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isPage = answer.headers.get('content-type')?.startsWith(HTML);
  const file = isPage ? `${path === '/' ? 'index' : path.slice(1)}.html` : path.slice(1);
  folder.write(file, bytes);
  const etag = answer.headers.get('etag');
  const content = isPage ? readPageContent(bytes.toString()) : undefined;
  const strangers = content?.scripts.filter((hash) => !scripts.has(hash)) ?? [];
  if (content && strangers.length > 0) {
    log(`${path} has a script that no template has. Browsers do not run it.\n`);
    content.scripts = content.scripts.filter((hash) => scripts.has(hash));
  }
  return {
    file,
    reads,
    ...(etag ? { etag } : {}),
    ...(content ? { content } : {}),
  };
}
