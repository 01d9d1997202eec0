import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

// SQLite reads the whole file for each chunk, so smaller chunks would be slower.
const PIECE_BYTES = 1024 * 1024;

interface StoredFile {
  table: 'attachments' | 'delivery_files';
  id: string;
  length: number;
}

/** Streams a file from the database in chunks, so that a slow client holds only one chunk in memory. */
export function streamFile(db: Db, file: StoredFile): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await readPiece(db, file, sent);
        if (!piece?.length) throw new Error('the file was deleted while it was read');
        sent += piece.length;
        controller.enqueue(piece);
        if (sent >= file.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function readPiece(db: Db, { table, id }: StoredFile, from: number) {
  const { rows } = await sql<{ piece: Uint8Array<ArrayBuffer> }>`
    select substr(bytes, ${from + 1}, ${PIECE_BYTES}) as piece from ${sql.table(table)}
    where id = ${id}`.execute(db);
  return rows[0]?.piece;
}
