import { type ReferenceExpression, sql } from 'kysely';
import type { Tables } from './schema.ts';

export const escapeLike = (text: string): string =>
  text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`);

/** A condition: a column matches a lower-case pattern, ignoring case. */
export const matchesLike = <T extends keyof Tables>(
  column: (ReferenceExpression<Tables, T> & string) | `${string}.${string}`,
  pattern: string,
) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
