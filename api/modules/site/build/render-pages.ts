import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { App } from 'astro/app';
import pLimit from 'p-limit';
import { digestOf } from '../../../platform/ids.ts';
import type { Manifest, PageEntry, ReleaseFolder } from '../releases/release-folder.ts';
import type { CatalogReader } from './catalog-reader.ts';
import { type ImportGraph, MODULES_FILE, withPreloads } from './preload-modules.ts';
import { faultInXml, readPageContent } from './validate-release.ts';

interface RenderInput {
  catalog: CatalogReader;
  pictureBytes: (url: string) => Promise<Buffer | undefined>;
  /** The ETag of the previous version: the page can answer 304 if nothing has changed. */
  etag?: string | undefined;
}

/** The compiled pages. Renders one page at a time. */
export interface CompiledSite {
  /** The addresses of all pages and generated files. */
  paths(catalog: CatalogReader): string[];
  render(path: string, input: RenderInput): Promise<Response>;
}

interface LoadedSite extends CompiledSite {
  /** The scripts that Astro puts into pages instead of files, because they are small. */
  inlineScripts: string[];
}

interface PageModule {
  /** Returns the values of the parameter of a dynamic route. */
  paths?: (catalog: CatalogReader) => string[];
}

/** Loads the compiled pages. The environment variable TZ is the time zone of their dates. */
export async function loadCompiledSite(folder: string, origin: string): Promise<LoadedSite> {
  const entry = pathToFileURL(`${folder}/server/entry.mjs`).href;
  const { app } = (await import(entry)) as { app: App };
  app.manifest.site = origin;
  const routes = app.manifest.routes
    .map(({ routeData }) => routeData)
    .filter((route) => route.origin === 'project');
  const graph: ImportGraph = new Map(
    JSON.parse(await readFile(join(folder, MODULES_FILE), 'utf8')),
  );
  const modules = new Map<string, PageModule>();
  for (const { component } of routes) {
    const load = app.manifest.pageMap?.get(component);
    const { page } = (await load?.()) ?? {};
    modules.set(component, ((await page?.()) ?? {}) as PageModule);
  }
  return {
    inlineScripts: [...app.manifest.inlinedScripts.values()],
    paths(catalog) {
      return routes.flatMap(({ route, params, component }) => {
        const [name] = params;
        if (name === undefined) return [route];
        const values = modules.get(component)?.paths?.(catalog);
        if (!values) throw new Error(`${component} exports no paths.`);
        return values.map((value) => route.replace(`[${name}]`, value));
      });
    },
    async render(path, { etag, ...locals }) {
      const headers = etag ? { 'If-None-Match': etag } : {};
      const answer = await app.render(new Request(new URL(path, origin), { headers }), { locals });
      if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
      return new Response(withPreloads(await answer.text(), graph), answer);
    },
  };
}

/** The catalog results that a page used: a digest by function name and argument. */
export type Reads = Record<string, string>;

type Read = (argument?: string) => unknown;

/** Records the catalog results that a page uses, and checks whether they would still be the same. */
interface ReadRecorder {
  recordInto(reads: Reads): CatalogReader;
  isUnchanged(reads: Reads): boolean;
}

function createReadRecorder(reader: CatalogReader): ReadRecorder {
  const cached = new Map<string, { value: unknown; digest: string }>();
  const functions = reader as unknown as Record<string, Read>;

  /** Cached, because many pages use the same results. */
  function readCached(key: string) {
    const known = cached.get(key);
    if (known) return known;
    const [name = '', ...rest] = key.split(':');
    const value = functions[name]?.(rest.join(':'));
    const digest = digestOf(JSON.stringify(value) ?? '');
    cached.set(key, { value, digest });
    return { value, digest };
  }

  return {
    recordInto(reads) {
      const recording = Object.keys(functions).map((name) => {
        const read: Read = (argument = '') => {
          const key = argument ? `${name}:${argument}` : name;
          const { value, digest } = readCached(key);
          reads[key] = digest;
          return value;
        };
        return [name, read] as const;
      });
      return Object.fromEntries(recording) as unknown as CatalogReader;
    },
    isUnchanged: (reads) =>
      Object.entries(reads).every(([key, digest]) => readCached(key).digest === digest),
  };
}

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
  const isKept = (path: string) => {
    const known = same[path];
    if (!known || !recorder.isUnchanged(known.reads) || !folder.keep(known.file)) return false;
    pages[path] = known;
    return true;
  };
  const one = async (path: string) => {
    // Between pages timers can run, such as the one of the lease, and memory can be freed.
    await nextTurn();
    const reads: Reads = {};
    pages[path] = withShared(await render(path, rendering, recorder.recordInto(reads), reads));
    rendered.push(path);
  };
  let hasFailed = false;
  const oneUnlessFailed = async (path: string) => {
    if (hasFailed) return;
    try {
      await one(path);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const changed = site.paths(catalog).filter((path) => !isKept(path));
  const work = changed.map((path) => limit(() => oneUnlessFailed(path)));
  // The folder of a release that failed is deleted, which fails while a page is still written into it.
  await Promise.allSettled(work);
  await Promise.all(work);
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
  const type = answer.headers.get('content-type') ?? '';
  const fault = type.endsWith('xml') ? faultInXml(bytes.toString()) : null;
  if (fault) throw new Error(`${path} is no XML: ${fault}.`);
  const isPage = type.startsWith(HTML);
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
