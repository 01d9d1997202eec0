import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of the bench that answers one request at a time. */
export interface Child {
  pid: number;
  request<A>(message: object): Promise<A>;
  stop(): Promise<void>;
}

/** Starts a file of this folder; resolves with its first message. */
export async function start<F>(file: string, args: string[] = []): Promise<Child & { first: F }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const first = await nextMessage<F>(child, file);
  return {
    first,
    pid: child.pid ?? 0,
    request<A>(message: object) {
      const answer = nextMessage<A>(child, file);
      child.send(message);
      return answer;
    },
    stop: () => end(child),
  };
}

function nextMessage<M>(child: ChildProcess, name: string): Promise<M> {
  return new Promise((done, failed) => {
    const gone = (code: number | null) => failed(new Error(`${name} ended with ${code}`));
    child.once('exit', gone);
    child.once('message', (message) => {
      child.off('exit', gone);
      done(message as M);
    });
  });
}

/** Terminates a process and waits for its exit. */
export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
}

/** The child's side of `start`: sends `first`, then answers requests. */
export function serve<Q>(first: object, answer?: (question: Q) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit(0));
  process.on('message', async (question) => process.send?.(await answer?.(question as Q)));
  process.send?.(first);
}
