import type { User } from '../../../db/schema.ts';
import type { Services } from '../services.ts';

/** The Hono context of every handler; `token` is set only together with its user. */
export interface Env {
  Variables: {
    services: Services;
    token: string | null;
    user: User | null;
    /** The assistant who acts for the owner; then `user` is the owner. */
    assistant: User | null;
    /** The id of the request, in its log lines and its audit line. */
    requestId: string;
  };
}
