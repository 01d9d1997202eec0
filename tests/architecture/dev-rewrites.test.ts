import { expect, test } from 'vitest';
import config from '../../astro.config.mjs';

type Handler = (
  request: { url?: string },
  response: { writeHead(status: number, headers: object): void; end(): void },
  next: () => void,
) => void;

/** How the development server rewrites an address, with its real configuration. */
function rewrite(url: string): { url: string; redirect?: object } {
  const handlers: Handler[] = [];
  const server = { middlewares: { use: (handler: Handler) => handlers.push(handler) } };
  for (const plugin of (config.vite?.plugins ?? []).flat()) {
    const { configureServer } = Object(plugin) as {
      configureServer?: (given: typeof server) => void;
    };
    configureServer?.(server);
  }
  const request = { url };
  let redirect: object | undefined;
  const response = {
    writeHead: (status: number, headers: object) => {
      redirect = { status, ...headers };
    },
    end: () => {},
  };
  for (const handler of handlers) handler(request, response, () => {});
  return { url: request.url, ...(redirect ? { redirect } : {}) };
}

test('the development server serves one page for every address below it', () => {
  expect(rewrite('/orders/019b8fe6')).toEqual({ url: '/orders' });
  expect(rewrite('/create-password/token?again=1')).toEqual({ url: '/create-password?again=1' });
  expect(rewrite('/desk/orders/019b8fe6')).toEqual({ url: '/desk' });
  for (const url of ['/', '/orders', '/orders/a/b', '/my-gig/a', '/src/desk/Desk.tsx', '/desk?a']) {
    expect(rewrite(url)).toEqual({ url });
  }
});

test('the development server redirects a gig’s short address', () => {
  expect(rewrite('/gig/019b8fe6').redirect).toEqual({ status: 302, Location: '/my-gig/019b8fe6' });
  expect(rewrite('/gig/a?b=c').redirect).toEqual({ status: 302, Location: '/my-gig/a?b=c' });
});
