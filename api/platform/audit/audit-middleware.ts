import type { Context, MiddlewareHandler } from 'hono';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { clientAddress, networkPrefix } from '../http/client-address.ts';
import { readDevice } from '../http/device-name.ts';
import type { Env } from '../http/env.ts';
import { registeredPath } from '../http/registered-path.ts';
import { createTokenBuckets } from '../rate-limiting/token-bucket.ts';
import type { Services } from '../services.ts';
import { appendLine, changesBetween } from './audit-log.ts';
import { factsOf, type Snapshot } from './audited.ts';
import { createRequestAudit, type RequestAudit } from './request-audit-line.ts';

/** Lines of a person, or of a network address without a session, that no transaction wrote. */
const LINES_OF_ONE = { burst: 30, perSecond: 0.1 };

/** The same lines of everybody but the owner together. */
const ALL_LINES = { burst: 300, perSecond: 2 };

/** Ids that a person may ask for without finding them before it is recorded: pages of deleted things do that. */
const UNKNOWN_IDS = { burst: 4, perSecond: 1 / 300 };

interface Options {
  clock: Services['clock'];
  /** The common prefix of all routes. */
  base: string;
}

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const OWNERS = /^\/desk\//;
/** Writes that are recorded whether or not their route says so. */
const RECORDED_WRITES = /^\/(desk|user)\//;
const REFUSED = [403, 429];
const MAX_SUBJECT_LENGTH = 64;

/**
 * Records in the audit log: every write below /desk and /user, what the owner does elsewhere by an `audited` call,
 * `audited` reads, rejected requests and repeated requests for objects that are not the person's. In the transaction of
 * the change if there is one, otherwise after the response.
 */
export function auditRequests({ clock, base }: Options): MiddlewareHandler<Env> {
  const floods = limitLines(clock);
  const misses = createTokenBuckets({ ...UNKNOWN_IDS, clock });
  return async (c, next) => {
    const { services } = c.var;
    const route = routeOf(c, base);
    const facts = factsOf(c);
    const isWrite = !SAFE.includes(c.req.method);
    const audit = createRequestAudit(clock, {
      source: () => sourceOf(c, route),
      user: () => c.var.assistant ?? c.var.user,
      subject: route.subject,
    });
    if (isWrite) {
      const around = OWNERS.test(route.path)
        ? recordChanges(audit, facts?.snapshot, route.subject)
        : undefined;
      c.set('services', { ...services, audit, aroundTransaction: around });
    }
    await next();
    const { status } = c.res;
    const { user } = c.var;
    const isOwner = user?.role === 'owner';
    const isRecorded = isWrite
      ? !facts?.changesNothing &&
        ((RECORDED_WRITES.test(route.path) && (user !== null || facts?.byVisitors === true)) ||
          (isOwner && facts !== undefined))
      : status < 400 && facts !== undefined;
    const isProbe = status === 404 && user && !isOwner && route.isKnown && misses(user.id) > 0;
    if (!isRecorded && !isProbe && !REFUSED.includes(status)) return;
    if ((audit.isRecorded || facts?.isPart) && status < 400) return;
    const skipped = isOwner ? 0 : floods.take(user?.id ?? clientAddress(c));
    if (skipped === null) return;
    const line = audit.line(status, skipped > 0 ? { linesNotRecorded: [null, skipped] } : {});
    await transaction(services, (tx) => appendLine(tx, line)).catch((error: unknown) =>
      services.log.error('a line of the audit log was not written', error),
    );
  };
}

interface Route {
  /** The path without the common prefix: `/user/sign-in`. */
  path: string;
  isKnown: boolean;
  subject: string;
}

/**
 * The registered route and the first id in the address. No id for account routes, where it may be a secret.
 */
function routeOf(c: Context<Env>, base: string): Route {
  const found = registeredPath(c);
  const isKnown = found.startsWith(base);
  const path = isKnown ? found.slice(base.length) : 'unknown';
  const at = found.split('/').findIndex((part) => part.startsWith(':'));
  const id = OWNERS.test(path) && at > 0 ? (c.req.path.split('/')[at] ?? '') : '';
  return { path, isKnown, subject: id.slice(0, MAX_SUBJECT_LENGTH) };
}

const sourceOf = (c: Context<Env>, { path }: Route) => ({
  action: `${c.req.method} ${path}`,
  address: networkPrefix(clientAddress(c)),
  device: readDevice(c.req.header('User-Agent') ?? '').name,
  request_id: c.var.requestId,
});

/** Adds the line to the first committed transaction of a request. */
function recordChanges(audit: RequestAudit, snapshot: Snapshot | undefined, subject: string) {
  const read = async (tx: Tx) => (snapshot && subject ? snapshot(tx, subject) : null);
  return async <R>(tx: Tx, body: () => Promise<R>) => {
    if (audit.isRecorded) return body();
    const before = await read(tx);
    const result = await body();
    await audit.record(tx, changesBetween(before, await read(tx)));
    return result;
  };
}

/** Limits the number of lines, so that a flood of them does not fill the disk. */
function limitLines(clock: Services['clock']) {
  const ofOne = createTokenBuckets({ ...LINES_OF_ONE, clock });
  const together = createTokenBuckets({ ...ALL_LINES, clock });
  let skipped = 0;
  return {
    /** Returns how many lines were skipped since the last recorded one; null if this one must be skipped too. */
    take(who: string): number | null {
      if (ofOne(who) > 0 || together('') > 0) {
        skipped += 1;
        return null;
      }
      const before = skipped;
      skipped = 0;
      return before;
    },
  };
}
