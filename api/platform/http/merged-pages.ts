import { type RawBuilder, sql } from 'kysely';

/** The place of a row in a list of several kinds, newest first; rows of one moment come in the order of the kinds. */
export interface Place<K extends string> {
  at: string;
  kind: K;
  id: string;
}

const SEPARATOR = '~';

const compare = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);

/** Pages of a list whose kinds of rows are read by statements of their own: a union would sort everything for each page. */
export const mergedPages = <K extends string>(kinds: readonly K[]) => {
  const byPlace = (a: Place<K>, b: Place<K>): number =>
    compare(a.at, b.at) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || compare(a.id, b.id);
  return {
    byPlace,
    parseCursor(cursor: string): Place<K> | undefined {
      const [at, name, id, ...more] = cursor.split(SEPARATOR);
      const kind = kinds.find((each) => each === name);
      return at && kind && id && more.length === 0 ? { at, kind, id } : undefined;
    },
    /** A condition on the columns `at` and `id`: a row of this kind comes after this place. */
    isAfter(kind: K, after: Place<K>): RawBuilder<boolean> {
      const order = kinds.indexOf(kind) - kinds.indexOf(after.kind);
      if (order < 0) return sql<boolean>`at < ${after.at}`;
      const until = sql<boolean>`at <= ${after.at}`;
      return order > 0 ? until : sql<boolean>`${until} and (at < ${after.at} or id < ${after.id})`;
    },
    /** The first rows of all kinds, and where the next page begins; null on the last one. */
    page<R extends Place<K>>(rows: R[], size: number): { page: R[]; next: string | null } {
      const page = rows.toSorted(byPlace).slice(0, size);
      const last = rows.length > size ? page.at(-1) : undefined;
      return { page, next: last ? [last.at, last.kind, last.id].join(SEPARATOR) : null };
    },
  };
};
