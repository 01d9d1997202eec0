import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';

/** The static imports of each built script, by address. */
export type ImportGraph = Map<string, string[]>;

/** Of the repository, outside `src`. */
const OUTSIDE = /^(api|db)\//;

/** Stored beside the folders of the compiled pages. */
export const MODULES_FILE = 'modules.json';

const MODULES = /<script type="module" src="([^"]+)">/g;
/** Matches pages that scripts render; on other pages scripts wait for the first paint. */
const IN_BROWSER = / data-screen-root/;

/** The pages to which signing in and ordering lead. */
const NEXT_PAGES = /\/(orders|process-payment)\.[^/]+\.js$/;
const PLACE = /(?<=<template data-prefetch[^>]*>)\s*(?=<\/template>)/;

/**
 * An Astro integration that stores the import graph of all scripts, from which pages are preloaded, and which files outside
 * `src` the pages import.
 */
export function moduleGraph(): AstroIntegration {
  const graph: ImportGraph = new Map();
  const imported = new Set<string>();
  return {
    name: 'module-graph',
    hooks: {
      'astro:config:setup': ({ updateConfig }) =>
        void updateConfig({
          vite: {
            plugins: [
              {
                name: 'module-graph',
                generateBundle(_, bundle) {
                  for (const id of this.getModuleIds()) {
                    const file = id.split('?')[0]?.slice(PROJECT_ROOT.length) ?? '';
                    if (id.startsWith(PROJECT_ROOT) && OUTSIDE.test(file)) imported.add(file);
                  }
                  if (this.environment.name !== 'client') return;
                  for (const file of Object.values(bundle)) {
                    if (file.type !== 'chunk') continue;
                    graph.set(
                      `/${file.fileName}`,
                      file.imports.map((each) => `/${each}`),
                    );
                  }
                },
              },
            ],
          },
        }),
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL(`../${MODULES_FILE}`, dir), JSON.stringify([...graph]));
        const files = JSON.stringify([...imported].sort());
        await writeFile(new URL('../imported.json', dir), files);
      },
    },
  };
}

/**
 * Adds a preload for every script that a page needs to start. Otherwise a browser finds the imports of a
 * script only after fetching it, one round trip per level.
 */
export function withPreloads(html: string, graph: ImportGraph): string {
  if (!IN_BROWSER.test(html)) return withPrefetches(html, graph);
  const needed = new Set<string>();
  for (const [, path = ''] of html.matchAll(MODULES)) addImports(path, graph, needed);
  const links = [...needed].map((path) => `<link rel="modulepreload" href="${path}">`);
  // Before the styles, which are the largest part of the page.
  return html.replace('<style', () => `${links.join('')}<style`);
}

/** Adds prefetch links to public pages, for the scripts of the buyer's pages. `nav/run-deferred-scripts.ts` uses them. */
function withPrefetches(html: string, graph: ImportGraph): string {
  const needed = new Set<string>();
  for (const path of graph.keys()) if (NEXT_PAGES.test(path)) addImports(path, graph, needed);
  const links = [...needed].map((path) => `<link rel="prefetch" as="script" href="${path}">`);
  return html.replace(PLACE, () => links.join(''));
}

function addImports(path: string, graph: ImportGraph, found: Set<string>): void {
  if (found.has(path)) return;
  found.add(path);
  for (const each of graph.get(path) ?? []) addImports(each, graph, found);
}
