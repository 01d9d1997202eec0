import { ReadableStream as WebStream } from 'node:stream/web';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Db } from '../../../db/database.ts';
import { type TransactionServices, transaction } from '../../../db/transaction.ts';

// SQLite reads the whole file for each chunk, so smaller chunks would be slower.
const PIECE_BYTES = 1024 * 1024;

/** One piece is read at a time, whoever reads it, and other requests are answered before the next. */
const inTurn = pLimit(1);

interface StoredFile {
  table: 'attachments' | 'delivery_files';
  column?: 'bytes' | 'original';
  id: string;
  length: number;
}

/** Streams a file from the database in chunks, so that a slow client holds only one chunk in memory. */
export const streamFile = (db: Db, file: StoredFile) => streamOf(piecesOf(db, file));

/** The body of a response that is made while it is sent. */
export const streamOf = (pieces: AsyncIterable<Uint8Array>) =>
  WebStream.from(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * Deletes files one by one: their bytes are overwritten, and many in one transaction would block other
 * requests.
 */
export async function deleteFiles(
  services: TransactionServices,
  table: StoredFile['table'],
  files: { id: string }[],
): Promise<void> {
  for (const { id } of files)
    await transaction(services, (tx) => tx.deleteFrom(table).where('id', '=', id).execute());
}

/** Some bytes of a file; undefined when it was deleted. */
export async function readPiece(
  db: Db,
  { table, column = 'bytes', id }: Omit<StoredFile, 'length'>,
  { from, length }: { from: number; length: number },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { rows } = await sql<{ piece: Uint8Array<ArrayBuffer> }>`
    select substr(${sql.ref(column)}, ${from + 1}, ${length}) as piece from ${sql.table(table)}
    where id = ${id}`.execute(db);
  return rows[0]?.piece;
}

async function* piecesOf(db: Db, { length, ...file }: StoredFile) {
  for (let sent = 0; sent < length; ) {
    const at = { from: sent, length: PIECE_BYTES };
    const piece = await inTurn(async () => {
      await setImmediate();
      return readPiece(db, file, at);
    });
    if (!piece?.length) throw new Error('the file was deleted while it was read');
    sent += piece.length;
    yield piece;
  }
}
