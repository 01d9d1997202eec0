import type { User } from '../../db/schema.ts';
import type { Deps } from './deps.ts';

/** What every handler finds in its context; `token` is set only beside its user. */
export interface Env {
  Variables: { deps: Deps; token: string | null; user: User | null };
}
