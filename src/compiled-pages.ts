import { createApp } from 'astro/app/entrypoint';

/**
 * The compiled pages as a request handler; api/modules/site/build/render-pages.ts asks for each page of a
 * release.
 */
export const app = createApp({ streaming: false });
