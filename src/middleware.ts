import { defineMiddleware } from 'astro:middleware';

/** A publish passes the catalog to each page; under `npm run dev` it is read from the database. */
export const onRequest = defineMiddleware(async ({ locals }, next) => {
  if (import.meta.env.DEV) {
    const { readLocals } = await import('./lib/dev-catalog.ts');
    Object.assign(locals, await readLocals());
  }
  return next();
});
