import { createServer, type IncomingMessage, request, type Server } from 'node:http';

/** What a proxy does wrong: passes on no upgrades, drops signatures, answers calls from its cache. */
export interface ProxyFaults {
  upgrades: boolean;
  signature: boolean;
  cache: boolean;
}

/** A proxy before the server at this port, with the faults that are set. */
export async function openMisconfiguredProxy(
  portOf: () => number,
  broken: ProxyFaults,
): Promise<Server> {
  let cached: Promise<Response> | undefined;
  const forward = (incoming: IncomingMessage) => {
    const { 'x-razorpay-signature': signature, ...headers } = incoming.headers;
    const passed = broken.signature || !signature ? {} : { 'x-razorpay-signature': signature };
    return request(`http://127.0.0.1:${portOf()}${incoming.url}`, {
      method: incoming.method,
      // Each has a connection of its own: one that is kept may be closed by the app as it is used again.
      headers: { ...headers, ...passed, connection: headers.upgrade ? 'upgrade' : 'close' },
      agent: false,
    });
  };
  const server = createServer(async (incoming, response) => {
    if (broken.cache && incoming.url?.includes('check-token')) {
      cached ??= fetch(`http://127.0.0.1:${portOf()}${incoming.url}`);
      const answer = (await cached).clone();
      response.writeHead(200, { 'Set-Cookie': answer.headers.getSetCookie() });
      return void response.end(await answer.text());
    }
    const sent = forward(incoming).on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // Who waits for an answer learns that there is none.
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  server.on('upgrade', (incoming, socket) => {
    if (broken.upgrades) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    const sent = forward(incoming).on('upgrade', (answer, upstream, first) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      upstream.pipe(socket).pipe(upstream);
      socket.on('error', () => upstream.destroy());
      upstream.on('error', () => socket.destroy());
    });
    sent.on('error', () => socket.destroy());
    sent.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
