import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { MINUTE, SECOND } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';
import type { Log } from '../../../platform/services.ts';
import type { BuildTarget } from '../build/build-target.ts';
import { settingsOf, startWorker } from '../publish/publish-worker.ts';
import type { Draft } from './routes.ts';

export interface PreviewJob {
  target: BuildTarget;
  draft: Draft;
}

export type PreviewAnswer = { html: string } | { failure: string };

const WORKER = join(PROJECT_ROOT, 'api', 'modules', 'site', 'preview', 'preview-worker.ts');
const SUPERSEDED = 'A newer draft is shown instead.';
const FAILED =
  'This draft could not be shown just now. Your text is still here; the next change is tried again.';
const MAX_MS = 15 * SECOND;
/** The first preview also starts the process and loads the pages: seconds, on a busy machine more than half a minute. */
const MAX_FIRST_MS = 2 * MINUTE;
/** How long the idle process stays alive; it uses memory. */
const IDLE_MS = 5 * MINUTE;

interface Asked {
  draft: Draft;
  answer: PromiseWithResolvers<string>;
}

/** Renders drafts in a process of their own, one at a time. A person waits with the newest draft only. */
export interface Previews {
  render(person: string, draft: Draft): Promise<string>;
  close(): Promise<void>;
}

export function createPreviews(
  { config, log }: { config: Config; log: Log },
  program = [WORKER],
): Previews {
  const target = settingsOf(config);
  const waiting = new Map<string, Asked>();
  let running: Asked | null = null;
  let worker: ChildProcess | null = null;
  let isLoaded = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function next(): void {
    const [first] = waiting;
    if (running || closed || !first) return;
    waiting.delete(first[0]);
    running = first[1];
    worker ??= openWorker();
    const used = worker;
    clearTimeout(timer);
    timer = setTimeout(() => used.kill('SIGKILL'), isLoaded ? MAX_MS : MAX_FIRST_MS).unref();
    // If the process has just ended, its close handler answers.
    used.send({ target, draft: running.draft } satisfies PreviewJob, () => {});
  }

  function openWorker(): ChildProcess {
    const started = startWorker(program, target);
    isLoaded = false;
    let output = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000);
    });
    started.on('message', (answer: PreviewAnswer) => {
      isLoaded = true;
      finish(answer);
    });
    const over = (failure: string) => {
      if (worker !== started) return;
      worker = null;
      finish({ failure });
    };
    started.on('error', (error) => over(error.message));
    started.on('close', () => over(output || 'The process of previews ended early.'));
    return started;
  }

  function finish(answer: PreviewAnswer): void {
    const done = running?.answer;
    running = null;
    clearTimeout(timer);
    timer = setTimeout(dismiss, IDLE_MS).unref();
    if ('html' in answer) done?.resolve(answer.html);
    else done?.reject(failed(answer.failure));
    next();
  }

  const failed = (reason: string) => {
    if (!closed) log.error('a preview could not be rendered', new Error(reason));
    return new ApiError(503, FAILED);
  };

  function dismiss(): void {
    if (worker?.connected) worker.disconnect();
    worker = null;
  }

  return {
    render(person, draft) {
      waiting.get(person)?.answer.reject(new ApiError(409, SUPERSEDED));
      // Removed first, so that the newest draft is also the last in the queue.
      waiting.delete(person);
      const answer = Promise.withResolvers<string>();
      if (closed) answer.reject(new ApiError(503, FAILED));
      else waiting.set(person, { draft, answer });
      next();
      return answer.promise;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      for (const { answer } of waiting.values()) answer.reject(new ApiError(503, FAILED));
      waiting.clear();
      const last = worker;
      if (!last) return;
      const gone = new Promise((done) => last.once('close', done));
      last.kill('SIGKILL');
      await gone;
      clearTimeout(timer);
    },
  };
}
