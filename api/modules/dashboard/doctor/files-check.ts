import { sql } from 'kysely';
import { checkFiles, noteMissing } from '../../../platform/files/check-files.ts';
import { type Check, CheckFailed, orFail, requireStore } from './check.ts';

const MEGABYTE = 1_000_000;
/** What a person who presses the button waits for. */
const SOME_BYTES = 16 * MEGABYTE;

const countOf = (fault: string) => sql<number>`count(case when fault = ${fault} then 1 end)`;

export const files: Check = {
  part: 'Files',
  async run(services, _probes, { byPerson }) {
    const store = requireStore(services);
    const { clock, files } = services;
    const check = async () => {
      await noteMissing({ store, files });
      await checkFiles({ store, clock, files }, SOME_BYTES);
    };
    if (byPerson) await orFail('The store of files does not answer', check);
    const { count, bytes, missing, damaged } = await store.db
      .selectFrom('files')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size').as('bytes')])
      .select([countOf('missing').as('missing'), countOf('damaged').as('damaged')])
      .where('unnamed_since', 'is', null)
      .executeTakeFirstOrThrow();
    const all = `${count} files take ${(Number(bytes) / MEGABYTE).toFixed(1)} MB`;
    if (missing + damaged === 0) return `${all}; none is missing or damaged.`;
    throw new CheckFailed(
      `${all}; ${missing} are missing and ${damaged} damaged: have them brought back from a backup.`,
      'npm run restore -- --files',
    );
  },
};
