import type { Db } from '../../db/database.ts';

/** How many queries, or those that are asked for, are sent through the database that `run` gets. */
export async function countQueries(
  db: Db,
  run: (db: Db) => Promise<unknown>,
  isCounted: (query: string) => boolean = () => true,
): Promise<number> {
  let queries = 0;
  const counted = db.withPlugin({
    transformQuery({ node }) {
      if (isCounted(JSON.stringify(node))) queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(counted);
  return queries;
}
