import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { codeSplitting } from './api/modules/site/build/chunks.ts';
import { rewriteAddress } from './api/modules/site/build/dev-rewrites.ts';
import { moduleGraph } from './api/modules/site/build/preload-modules.ts';

/** @type {import('astro').AstroIntegration} */
const interactionDirective = {
  name: 'interaction',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({
        name: 'interaction',
        entrypoint: './src/lib/hydrate-on-interaction.ts',
      }),
  },
};

/** @type {import('vite').Plugin} */
const devAddresses = {
  name: 'dev-addresses',
  configureServer: ({ middlewares }) => void middlewares.use(rewriteAddress),
};

// The pages are compiled once; a publish asks them for the pages of a release.
/** @type {import('astro').AstroIntegration} */
const compiledPages = {
  name: 'compiled-pages',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'compiled-pages',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./src/compiled-pages.ts', import.meta.url),
        adapterFeatures: { buildOutput: 'server' },
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      }),
  },
};

const own = /\.(woff2|svg)$/;

// Under `npm run dev` everything but the pages is the API's. Its rules are modules of the pages.
const api = process.env.API_PORT && `http://127.0.0.1:${process.env.API_PORT}`;
const proxy = api
  ? Object.fromEntries(
      ['/api/v1', '/media', '/gateway', '/dev/mail', '/socket.io'].map((path) => [
        path,
        { target: api, ws: path === '/socket.io' },
      ]),
    )
  : {};

export default defineConfig({
  site: process.env.SITE_ORIGIN ?? 'http://localhost:3000',
  outDir: process.env.SITE_OUT ?? '.astro/output',
  output: 'server',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  devToolbar: { enabled: false },
  integrations: [react(), interactionDirective, moduleGraph()],
  adapter: compiledPages,
  vite: {
    plugins: [devAddresses],
    server: { proxy },
    build: { assetsInlineLimit: (path) => (own.test(path) ? false : undefined) },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    ssr: { external: ['better-sqlite3', 'kysely', 'sharp'] },
  },
});
