import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { rewriteAddress } from './api/modules/site/dev-rewrites.ts';

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
  outDir: process.env.SITE_OUT ?? 'dist',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  devToolbar: { enabled: false },
  integrations: [react(), interactionDirective],
  vite: {
    plugins: [devAddresses],
    server: { proxy },
    build: { assetsInlineLimit: (path) => (own.test(path) ? false : undefined) },
    ssr: { external: ['better-sqlite3', 'kysely', 'sharp'] },
  },
});
