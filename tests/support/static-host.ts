import { existsSync, readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

interface Rule {
  from: string;
  to: string;
  status: number;
}

/** Opens a static host as large providers work: files first, then `_redirects` from the top, then 404.html. */
export async function openStaticHost(port: number, release: () => string): Promise<Server> {
  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://host').pathname;
    const file = fileAt(release(), path);
    if (file) return sendFile(response, file, 200);
    const rule = ruleFor(release(), path);
    if (!rule) return sendFile(response, join(release(), '404.html'), 404);
    if (rule.status !== 200) return response.writeHead(rule.status, { Location: rule.to }).end();
    if (rule.to.startsWith('/')) {
      return sendFile(response, fileAt(release(), rule.to) ?? 'none', 200);
    }
    const sent = forward(incoming, rule.to);
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    return incoming.pipe(sent);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket) => {
    const rule = ruleFor(release(), new URL(incoming.url ?? '/', 'http://host').pathname);
    if (!rule) return socket.destroy();
    const sent = forward(incoming, rule.to);
    sent.on('upgrade', (answer, upstream, first) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      upstream.pipe(socket).pipe(upstream);
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
    return sent.end();
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

/** Forwards method, cookies, Origin and body; the Host becomes the one of the app, as hosts do it. */
function forward(incoming: IncomingMessage, to: string) {
  const { host: _, ...headers } = incoming.headers;
  const { search } = new URL(incoming.url ?? '/', 'http://host');
  return request(to + search, {
    method: incoming.method,
    headers: { ...headers, 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' },
  });
}

function fileAt(release: string, path: string): string | undefined {
  const names = path === '/' ? ['index.html'] : [path, `${path}.html`];
  return names.map((name) => join(release, name)).find((file) => extname(file) && existsSync(file));
}

function sendFile(response: ServerResponse, file: string, status: number): void {
  response.writeHead(status, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
  });
  response.end(readFileSync(file));
}

function ruleFor(release: string, path: string): Rule | undefined {
  for (const line of readFileSync(join(release, '_redirects'), 'utf8').trim().split('\n')) {
    const [from = '', to = '', status] = line.split(' ');
    const pattern = from.replace(/:\w+/g, '([^/]+)').replace(/\/\*$/, '/(.*)');
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (found) return { from, to: to.replace(/:\w+$/, found[1] ?? ''), status: Number(status) };
  }
  return undefined;
}
