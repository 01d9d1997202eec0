import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { end } from './child.ts';
import type { BenchFixture } from './fixture.ts';

export interface RunningApp {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** The built product, as `npm run serve` starts it. */
export async function startBenchApp(
  { app, siteOrigin }: Pick<BenchFixture, 'app' | 'siteOrigin'>,
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
): Promise<RunningApp> {
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      '--max-semi-space-size=4',
      fileURLToPath(new URL('../../api/serve.mjs', import.meta.url)),
      ...args,
    ],
    {
      env: { ...process.env, PORT: String(port), DATA_DIR: app, SITE_ORIGIN: siteOrigin, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await waitUntilReady(server);
  return { port, pid: server.pid ?? 0, stop: () => end(server) };
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((done, failed) => {
    server.once('exit', (code) => failed(new Error(`The app ended with ${code}.\n${said}`)));
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('The app is running')) done();
    });
  });
}

// The app prints its public address, not its port, so the port is chosen here.
export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}
