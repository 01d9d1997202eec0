import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './connect.ts';

/** Stands for an argument while a query is compiled. */
class Hole {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}

/**
 * A hot query, built and compiled the first time; later runs only bind their arguments.
 * Building costs more than SQLite takes to answer (speed.md). Arguments are bound as they are.
 */
export function once<A extends string[], R>(build: (db: Db, ...args: A) => Compilable<R>) {
  let ready: CompiledQuery<R> | undefined;
  return async (db: Db, ...args: A): Promise<R[]> => {
    const holes: unknown = args.map((_, at) => new Hole(at));
    ready ??= build(db, ...(holes as A)).compile();
    const bound = ready.parameters.map((each) => (each instanceof Hole ? args[each.at] : each));
    return (await db.executeQuery<R>({ ...ready, parameters: bound })).rows;
  };
}
