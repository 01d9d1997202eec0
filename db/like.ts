import { type ReferenceExpression, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** What a person typed as it stands in a LIKE pattern: its own wildcards mean themselves. */
export const escapeLike = (words: string): string =>
  words.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Whether a column fits a pattern, whatever the case of its letters. */
export const matchesLike = <T extends keyof Tables>(
  column: ReferenceExpression<Tables, T> & string,
  pattern: string,
) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
