import type { User } from '../../../db/schema.ts';
import type { Services } from '../services.ts';

/** The context of every handler; `token` is set only together with its user. */
export interface Env {
  Variables: {
    services: Services;
    token: string | null;
    user: User | null;
    /** Who acts for the owner; `user` is the owner then. */
    assistant: User | null;
    /** Unique to this request; in its log lines and its line of the audit log. */
    requestId: string;
  };
}
