import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

/** @type {import('astro').AstroIntegration} */
const reach = {
  name: 'reach',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'reach', entrypoint: './src/lib/reach.ts' }),
  },
};

const own = /\.(woff2|svg)$/;

export default defineConfig({
  site: process.env.SITE_ORIGIN ?? 'http://localhost:3000',
  outDir: process.env.SITE_OUT ?? 'dist',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  devToolbar: { enabled: false },
  integrations: [react(), reach],
  vite: {
    build: { assetsInlineLimit: (path) => (own.test(path) ? false : undefined) },
    ssr: { external: ['better-sqlite3', 'kysely', 'sharp'] },
  },
});
