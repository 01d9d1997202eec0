import type { IncomingMessage } from 'node:http';
import { commonHeaders } from './headers.ts';
import { type Answer, dress, type Prepared } from './prepared.ts';

/**
 * Gives prepared answers out before the framework starts: half of a hot request's cost was its
 * middleware (tests/bench). Whatever is not ready, or lacks the XSRF cookie, goes the long way.
 */
export interface Door {
  add(path: string, prepared: Prepared<unknown>): void;
  answer(incoming: IncomingMessage): Response | null;
}

const WAYS_MOST = 20;

export function createDoor(https: boolean): Door {
  const shelf = new Map<string, Prepared<unknown>>();
  const common = commonHeaders(https);
  const dressed = new WeakMap<Answer, Map<string, ReturnType<typeof dress>>>();

  function lookUp(answer: Answer, ifNoneMatch: string, accepts: string) {
    const ways = dressed.get(answer) ?? new Map<string, ReturnType<typeof dress>>();
    dressed.set(answer, ways);
    const key = `${ifNoneMatch === answer.etag} ${accepts}`;
    const known = ways.get(key);
    if (known) return known;
    const fresh = dress(answer, { ifNoneMatch, accepts });
    const way = { ...fresh, headers: { ...common, ...fresh.headers } };
    // Browsers send few forms of Accept-Encoding; others must not fill the memory.
    if (ways.size < WAYS_MOST) ways.set(key, way);
    return way;
  }

  return {
    add: (path, prepared) => void shelf.set(path, prepared),
    answer({ method, url = '', headers }) {
      if (method !== 'GET' || !headers.cookie?.includes('XSRF-TOKEN=')) return null;
      const answer = shelf.get(url)?.held();
      if (!answer) return null;
      const accepts = String(headers['accept-encoding'] ?? '');
      const way = lookUp(answer, headers['if-none-match'] ?? '', accepts);
      return new Response(way.bytes, { status: way.status, headers: way.headers });
    },
  };
}
