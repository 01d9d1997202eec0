import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BEST, compress } from '../../../api/modules/site/releases/release-folder.ts';
import { FOREVER } from '../../../api/platform/http/headers.ts';

const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Orders</title><div id="root"></div><script type="module" src="/bare.js"></script></html>`;

/** Short files are not compressed. */
const PADDED = 2_000;

/** The bare React page and its script, sent as the app sends its pages: its headers decide in which process a page starts. */
export async function bareFiles(appPort: number): Promise<Record<string, RequestListener>> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('bare-page.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const page = new Headers((await fetch(`http://127.0.0.1:${appPort}/orders`)).headers);
  for (const name of ['Content-Length', 'Content-Encoding', 'ETag']) page.delete(name);
  const [script = { text: '' }] = outputFiles;
  return {
    '/bare': await answer(HTML.padEnd(PADDED), Object.fromEntries(page)),
    '/bare.js': await answer(script.text, {
      'content-type': 'text/javascript',
      'cache-control': FOREVER,
    }),
  };
}

async function answer(text: string, headers: Record<string, string>): Promise<RequestListener> {
  const [brotli] = await compress('bare.js', Buffer.from(text), BEST);
  return (_, response) =>
    void response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(brotli?.[1]);
}
