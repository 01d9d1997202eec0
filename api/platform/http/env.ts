import type { User } from '../../../db/schema.ts';
import type { Services } from '../services.ts';

/** What every handler finds in its context; `token` is set only beside its user. */
export interface Env {
  Variables: { services: Services; token: string | null; user: User | null };
}
