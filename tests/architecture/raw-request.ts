import { globSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { TEMPLATE } from '../support/paths.ts';

export const SITE = join(TEMPLATE.dataDir, 'site', 'current');

/** The address of a built file. */
export const built = (pattern: string): string => `/${globSync(pattern, { cwd: SITE })[0]}`;

/** Sends the path as it is written and returns the response without decoding or redirects. */
export function raw(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const { hostname, port } = new URL(origin);
  return new Promise((done, failed) => {
    const asked = request({ hostname, port, path, headers, method }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
      done({
        status: answer.statusCode ?? 0,
        headers: new Headers(pairs as [string, string][]),
        bytes: Buffer.concat(chunks),
      });
    });
    asked.on('error', failed);
    asked.end();
  });
}
