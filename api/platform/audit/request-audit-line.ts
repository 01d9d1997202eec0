import type { User } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type Clock, iso } from '../clock.ts';
import { roleOf } from '../roles.ts';
import { appendLine, type Changes, type NewLine } from './audit-log.ts';

type Actor = Pick<User, 'id' | 'role' | 'assistant_since'>;

/** The line that a request adds to the audit log. */
export interface RequestAudit {
  /** A person who signs in has no session yet. */
  setActor(user: Actor): void;
  /** The account that an attempt is about, while nobody has proved to be its owner. */
  setSubject(id: string): void;
  /** Adds the line in the transaction of the change; call it last there. Nothing is added twice. */
  record(tx: Tx, changes?: Changes): Promise<void>;
  readonly isRecorded: boolean;
  /** The line as it would be added now. */
  line(status: number, changes?: Changes): NewLine;
}

type Source = Pick<NewLine, 'action' | 'address' | 'device' | 'request_id'>;

const SUCCEEDED = 200;

export function createRequestAudit(
  clock: Clock,
  request: { source: () => Source; user: () => Actor | null; subject: string },
): RequestAudit {
  let actor: Actor | null = null;
  let { subject } = request;
  let isRecorded = false;
  const line = (status: number, changes: Changes = {}): NewLine => {
    const by = actor ?? request.user();
    return {
      ...request.source(),
      ...{ at: iso(clock()), actor_id: by?.id ?? '', role: by ? roleOf(by) : 'visitor' },
      ...{ subject, status, changes },
    };
  };
  return {
    setActor(user) {
      actor = user;
    },
    setSubject(id) {
      subject = id;
    },
    async record(tx, changes) {
      if (isRecorded) return;
      await appendLine(tx, line(SUCCEEDED, changes));
      tx.onCommit(() => {
        isRecorded = true;
      });
    },
    get isRecorded() {
      return isRecorded;
    },
    line,
  };
}
