import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App } from 'astro/app';
import type { CatalogReader } from './catalog-reader.ts';
import { type ImportGraph, MODULES_FILE, withPreloads } from './preload-modules.ts';

export interface RenderInput {
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

interface PageModule {
  /** Returns the values of the parameter of a dynamic route. */
  paths?: (catalog: CatalogReader) => string[];
}

/** Loads the compiled pages. The environment variable TZ is the time zone of their dates. */
export async function loadCompiledSite(folder: string, origin: string): Promise<CompiledSite> {
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
