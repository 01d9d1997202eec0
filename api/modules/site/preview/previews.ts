import { MINUTE, SECOND } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Log } from '../../../platform/services.ts';
import type { SiteWorker } from '../worker/site-worker.ts';
import type { Draft } from './routes.ts';

const SUPERSEDED = 'A newer draft is shown instead.';
const FAILED =
  'This draft could not be shown just now. Your text is still here; the next change is tried again.';
const MAX_MS = 15 * SECOND;
/** The first preview also starts the process and loads the pages: seconds, on a busy machine more than half a minute. */
const MAX_FIRST_MS = 2 * MINUTE;
/** Longer than any publish: a draft that blocks the process would otherwise keep all that follow from ending it. */
const MAX_STUCK_MS = 10 * MINUTE;

interface Asked {
  draft: Draft;
  answer: PromiseWithResolvers<string>;
}

/** Shows drafts, one at a time. A person waits with the newest draft only. */
export interface Previews {
  render(person: string, draft: Draft): Promise<string>;
  close(): void;
}

export function createPreviews(worker: SiteWorker, log: Pick<Log, 'error'>): Previews {
  const waiting = new Map<string, Asked>();
  let isRunning = false;
  let closed = false;

  async function next(): Promise<void> {
    const [first] = waiting;
    if (isRunning || !first) return;
    const [person, { draft, answer }] = first;
    waiting.delete(person);
    isRunning = true;
    const maxMs = worker.isLoaded() ? MAX_MS : MAX_FIRST_MS;
    const stuckFrom = Date.now() + MAX_STUCK_MS;
    // Again and again: a publish that is under way in the same process ends first.
    const end = () => worker.endPreviews(Date.now() > stuckFrom);
    const timer = setInterval(end, maxMs).unref();
    try {
      const html = await worker.run({ kind: 'preview', draft });
      if (!html) throw new Error('The process of previews ended early.');
      answer.resolve(html);
    } catch (error) {
      if (!closed) log.error('a preview could not be rendered', error);
      answer.reject(new ApiError(503, FAILED));
    }
    clearInterval(timer);
    isRunning = false;
    void next();
  }

  return {
    render(person, draft) {
      waiting.get(person)?.answer.reject(new ApiError(409, SUPERSEDED));
      // Removed first, so that the newest draft is also the last in the queue.
      waiting.delete(person);
      const answer = Promise.withResolvers<string>();
      if (closed) answer.reject(new ApiError(503, FAILED));
      else waiting.set(person, { draft, answer });
      void next();
      return answer.promise;
    },
    close() {
      closed = true;
      for (const { answer } of waiting.values()) answer.reject(new ApiError(503, FAILED));
      waiting.clear();
    },
  };
}
