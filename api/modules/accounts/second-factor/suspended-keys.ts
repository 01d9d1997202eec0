import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import type { SuspendedKeys, Tables } from '../../../../db/schema.ts';
import { newId } from '../../../platform/ids.ts';
import { countRecoveryCodes, findTotp, listPasskeys } from './queries.ts';

type Kind = SuspendedKeys['kind'];

/** What opens an account, and the column that says since when. */
const KEYS = [
  ['passkeys', 'created_at'],
  ['totp_secrets', 'confirmed_at'],
  ['recovery_codes', 'created_at'],
] as const;

/** Takes a person's keys that are not older than this out of use. */
export async function suspendKeys(tx: Db, userId: string, since: string): Promise<void> {
  for (const [kind, added] of KEYS) {
    const rows = await tx
      .deleteFrom(kind)
      .where('user_id', '=', userId)
      .where(sql.ref<string>(added), '>=', since)
      .returning(sql<string>`${sql.ref(added)}`.as('added_at'))
      .returningAll()
      .execute();
    const groups = kind === 'passkeys' ? rows.map((row) => [row]) : [rows];
    for (const group of groups) await keepSuspended(tx, { userId, kind, rows: group });
  }
}

/** Stores rows that were deleted because they are suspended. */
export async function keepSuspended(
  tx: Db,
  { userId, kind, rows }: { userId: string; kind: Kind; rows: { added_at: string }[] },
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const plain = rows.map(({ added_at, ...row }) => row);
  await tx
    .insertInto('suspended_keys')
    .values({
      ...{ id: newId(), user_id: userId, kind, added_at: first.added_at },
      rows: JSON.stringify(plain),
    })
    .execute();
}

/** How a person reads of each kind. */
export const NAMES = {
  passkeys: ({ name }: { name: string }) => `Passkey “${name}”`,
  totp_secrets: () => 'Authenticator app',
  recovery_codes: () => 'Recovery codes',
  paper_copies: ({ email }: { email: string }) => `Copies of papers to ${email}`,
};

function nameOf({ kind, rows }: SuspendedKeys): string {
  const [row] = JSON.parse(rows) as { name: string; email: string }[];
  return row ? NAMES[kind](row) : '';
}

/** The keys that a person can use. */
export async function listKeys(db: Db, userId: string) {
  const passkeys = await listPasskeys(db, userId);
  const totp = await findTotp(db, userId);
  const { since } = await countRecoveryCodes(db, userId);
  return [
    ...passkeys.map((row) => ({ name: NAMES.passkeys(row), addedAt: row.created_at })),
    ...(totp?.confirmed_at ? [{ name: NAMES.totp_secrets(), addedAt: totp.confirmed_at }] : []),
    ...(since ? [{ name: NAMES.recovery_codes(), addedAt: since }] : []),
  ];
}

/** A person's suspended keys as they read of them, the oldest first. */
export async function listSuspended(db: Db, userId: string) {
  const found = await db
    .selectFrom('suspended_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
  return found.map((row) => ({ _id: row.id, name: nameOf(row), addedAt: row.added_at }));
}

/** Whether a key is suspended that was asked for: without another one the account stays closed. */
export async function hasSuspendedFactor(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('suspended_keys')
    .select(['kind', 'rows'])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['passkeys', 'totp_secrets'])
    .execute();
  return found.some(
    ({ kind, rows }) =>
      kind === 'totp_secrets' ||
      (JSON.parse(rows) as { second_factor: number }[])[0]?.second_factor === 1,
  );
}

/** Takes suspended keys out of the list; undefined if the person has no such ones. */
export const takeSuspended = (tx: Db, userId: string, id: string) =>
  tx
    .deleteFrom('suspended_keys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Puts keys back into use, unless others have taken their place. */
export const putBack = (tx: Db, { kind, rows }: SuspendedKeys) =>
  tx
    .insertInto(kind)
    .values(JSON.parse(rows, revive) as Selectable<Tables[Kind]>[])
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** JSON writes bytes as `{"type":"Buffer","data":[…]}`. */
const revive = (_: string, value: { type?: string; data?: number[] } | null): unknown =>
  value?.type === 'Buffer' ? Buffer.from(value.data ?? []) : value;
