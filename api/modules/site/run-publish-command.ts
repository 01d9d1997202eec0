import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { siteOf } from './releases.ts';

const TAIL = 2_000;

/** Runs the owner's command in the release's folder; returns why it failed, or null. */
export function upload(
  target: { dataDir: string },
  command: string,
  { name, log }: { name: string; log: (text: string) => void },
): Promise<string | null> {
  const folder = join(siteOf(target.dataDir), name);
  const child = spawn(command, {
    shell: true,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-TAIL);
      log(text);
    });
  }
  return new Promise((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code, signal) =>
      done(code === 0 ? null : `The upload ended with ${signal ?? code}.\n${said}`.trim()),
    );
  });
}
