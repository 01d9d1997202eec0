import type { User } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type Clock, iso } from '../clock.ts';
import { roleOf } from '../roles.ts';
import { appendLine, type Changes, type NewLine } from './audit-log.ts';

type Actor = Pick<User, 'id' | 'role' | 'assistant_since'>;

export interface RequestAudit {
  /** Sets the actor. Needed at sign-in, where there is no session yet. */
  setActor(user: Actor): void;
  /** Sets the account that an attempt is about, before anybody has proved their identity. */
  setSubject(id: string): void;
  /** Adds to what the line says has changed. */
  addChanges(changes: Changes): void;
  /** Adds the line in the transaction of the change; call it last there. Idempotent. */
  record(tx: Tx, changes?: Changes): Promise<void>;
  readonly isRecorded: boolean;
  /** Returns the line without adding it. */
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
  let added: Changes = {};
  const line = (status: number, changes: Changes = {}): NewLine => {
    const by = actor ?? request.user();
    return {
      ...request.source(),
      ...{ at: iso(clock()), actor_id: by?.id ?? '', role: by ? roleOf(by) : 'visitor' },
      ...{ subject, status, changes: { ...changes, ...added } },
    };
  };
  return {
    setActor(user) {
      actor = user;
    },
    setSubject(id) {
      subject = id;
    },
    addChanges(changes) {
      added = { ...added, ...changes };
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
