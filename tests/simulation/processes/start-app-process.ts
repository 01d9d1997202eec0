import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createDataFolder } from '../../support/test-app.ts';
import type { Command, JobRun, ProcessOptions } from './app-process.ts';

const PROGRAM = new URL('./app-process.ts', import.meta.url).pathname;

/** One process of the app, with a data folder of its own. */
export interface AppProcess {
  origin: string;
  routes: { method: string; path: string }[];
  /** Sends it a command, and waits until it is done; a process that ends meanwhile does nothing. */
  ask(command: Command): Promise<void>;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

interface Said {
  line?: string;
  run?: JobRun;
  port?: number;
  routes?: AppProcess['routes'];
  done?: number;
  failed?: string;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startAppProcess(
  options: Omit<ProcessOptions, 'dataDir'>,
  on: { line(line: string): void; run(run: JobRun): void },
): Promise<AppProcess> {
  const dataDir = createDataFolder();
  const sent = JSON.stringify({ ...options, dataDir });
  const child = fork(PROGRAM, [sent], { env: pathsOf(process.env), execArgv: [] });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  const waiting = new Map<number, (failed?: string) => void>();
  let commands = 0;
  const ready = new Promise<Said>((done, failed) => {
    child.on('message', (said: Said) => {
      if (said.line !== undefined) on.line(said.line);
      if (said.run) on.run(said.run);
      if (said.port !== undefined) done(said);
      if (said.done !== undefined) waiting.get(said.done)?.(said.failed);
    });
    void ended.then(() => failed(new Error('a process did not start')));
  });
  void ended.then(() => {
    for (const done of waiting.values()) done();
  });
  const { port, routes = [] } = await ready;
  return {
    origin: `http://127.0.0.1:${port}`,
    routes,
    ask: (command) =>
      new Promise((done, failed) => {
        commands += 1;
        waiting.set(commands, (error) => (error ? failed(new Error(error)) : done()));
        child.send({ id: commands, command });
      }),
    async end(signal) {
      child.kill(signal);
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Nothing of this machine's settings, except where programs and caches are. */
const pathsOf = ({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }).filter(([, value]) => value),
  );
