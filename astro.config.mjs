import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
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

// Few chunks that many pages share. A module belongs to the first group that fits: `public` is what public pages
// need before a touch; `base` and `pay` need no React, so that account forms and payment links can use them; `react` is React
// with what islands of public pages need; `signed-in` is what the buyer's area and the dashboard share; `chat` comes with an
// open conversation; `later` is loaded after the first paint; `navigation` is what the dashboard shares with its screens that
// are loaded on demand.
const codeSplitting = {
  groups: [
    {
      name: 'public',
      test: /preload-helper|node_modules\/date-fns\/|api\/platform\/money\/rules\.ts$|src\/(lib\/(format|local-dates|dom-patch)|components\/(bind-dialogs|dialog-triggers|toast)|features\/reviews\/patch-[\w-]+)\.ts$/,
      priority: 5,
    },
    {
      name: 'base',
      test: /rolldown.runtime|node_modules\/(hono|nanostores|@nanostores\/persistent)\/|api\/modules\/accounts\/(rules|limits|texts)\.ts$|src\/(lib\/(api|confirmation|early-requests|form-errors|screen-cache|return-path|storage|storage-keys)|features\/(request-feedback\/run-with-toast|account\/(session|browser-storage|flash-toast|leave-when-signed-in|validation|enhance-\w+|password-advice)))\.ts$/,
      priority: 4,
    },
    {
      name: 'pay',
      test: /api\/modules\/(payments|accounts\/second-factor)\/texts\.ts$|src\/(lib\/(colour-to-hex|payment-started|poll)|features\/account\/passkey|features\/checkout\/(checkout-messages|payment-flow|payments-under-way|razorpay))\.ts$/,
      priority: 3,
    },
    {
      name: 'react',
      test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\/|lucide-react\/.*\/plus\.mjs$|api\/modules\/catalog\/gigs\/rules\.ts$|src\/(components\/(AmountList|Button|Field|Select)|features\/(account\/(AvatarPicker|FormError|SubmitButton)|checkout\/cart|reviews\/ReviewForm)|lib\/use-form)\.tsx?$/,
      minShareCount: 2,
      priority: 3,
    },
    {
      name: 'signed-in',
      test: /node_modules\/lucide-react\/|\/api\/.*(rules|limits|texts)\.ts$|src\/admin\/requests\.ts$|src\/(components\/(?!toast-layer)|features\/(?!questions\/QuestionForm|chat\/(Chat|ChatHeader|Conversation|Composer|Messages|BubbleGroup|ScrollAnchor)\.)).*\.(tsx|css)$|src\/(components|features\/(account|chat|checkout|lists|nav|notifications|order-changes|orders|quotes|revisions)|lib)\/(?!local-dates|dom-patch|after-first-paint|dialog-triggers|navigation-bar|deferred|sign-up|group-messages).*\.ts$/,
      minShareCount: 2,
      priority: 2,
    },
    {
      name: 'chat',
      test: /src\/features\/chat\/\w+\.tsx?$/,
      minShareCount: 2,
      priority: 1,
    },
    {
      name: 'later',
      test: /node_modules\/(sonner|socket\.io|engine\.io|@socket)|src\/components\/toast-layer\.tsx$/,
      priority: 2,
    },
    {
      name: 'navigation',
      test: /src\/admin\/(screens|router|sign-out|ScreenLayout|edit\/PublicationStatus|publish\/publish-store)\.tsx?$/,
      priority: 1,
    },
  ],
};

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
