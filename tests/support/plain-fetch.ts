import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/**
 * As `fetch` for tests that send thousands of requests: without streams, half of the processor time of a call
 * is saved.
 */
export const plainFetch = (address: string, init: RequestInit): Promise<Response> =>
  new Promise((done, failed) => {
    const { method = 'GET' } = init;
    const body = Buffer.from((init.body ?? '') as string | Uint8Array);
    const headers: Record<string, string> = { ...(init.headers as Record<string, string>) };
    if (method !== 'GET') headers['Content-Length'] = String(body.length);
    const call = request(address, { agent, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('error', failed);
      answer.once('end', () => {
        const received = new Headers();
        for (const [name, values = []] of Object.entries(answer.headersDistinct))
          for (const value of values) received.append(name, value);
        const text = Buffer.concat(parts).toString();
        const read = { status: answer.statusCode ?? 0, headers: received, text: async () => text };
        done(read as Response);
      });
    });
    call.once('error', (error) => {
      // The server closed a connection that was idle at the same moment.
      if (call.reusedSocket) plainFetch(address, init).then(done, failed);
      else failed(error);
    });
    call.end(body);
  });
