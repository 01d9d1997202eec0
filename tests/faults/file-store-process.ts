import { randomInt } from 'node:crypto';
import { openDatabase } from '../../db/database.ts';
import { FilesUnavailable } from '../../db/errors.ts';
import { forgetFiles, nameFile, openFiles, sweepFiles } from '../../db/files/stored-files.ts';
import { transaction } from '../../db/transaction.ts';

// Stores few contents again and again, names them, takes their names away and sweeps, until it is killed.
const [url = '', dir = ''] = process.argv.slice(2);
const CONTENTS = 6;
const store = openDatabase(url);
const clock = () => new Date();
const services = { store, clock, files: openFiles({ dir }, { store, clock }) };

const steps = [
  async (content: Buffer) => {
    const file = await services.files.write(content);
    await transaction(services, async (tx) => {
      const row = { hash: file.hash.slice(0, 40), mime: 'image/webp', created_at: '' };
      await tx
        .insertInto('media')
        .values({ ...row, file_hash: await nameFile(tx, file) })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute();
    });
  },
  async (content: Buffer) => void (await services.files.write(content)),
  () =>
    transaction(services, async (tx) => {
      await tx.deleteFrom('media').execute();
      const files = await tx.selectFrom('files').select('hash').execute();
      // Also what somebody stores just now: it is due before it is named.
      await forgetFiles(
        tx,
        files.map(({ hash }) => hash),
      );
    }),
  () => sweepFiles(services),
];

process.send?.('ready');
for (;;) {
  const content = Buffer.alloc(100_000, `content ${randomInt(CONTENTS)}`);
  await steps[randomInt(steps.length)]?.(content).catch((error: unknown) => {
    // What another process deletes just now is stored again by the next step.
    if (!(error instanceof FilesUnavailable)) throw error;
  });
}
