import type { Db } from '../../../db/database.ts';
import { sweepFiles } from '../../../db/files/stored-files.ts';
import type { User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import {
  eraseRows,
  type OpenOrder,
  type PersonalData,
  type RetainedOrder,
} from '../../platform/personal-data.ts';
import { isStaff } from '../../platform/roles.ts';
import type { Services } from '../../platform/services.ts';
import { assistantLeftEmail } from './assistants/emails.ts';
import { accountDeletedEmail, clientDeletedEmail } from './emails.ts';
import { confirmPassword } from './passwords.ts';
import { replacePicture } from './profile-picture.ts';
import { deletedAddress, findOwner, lockUser, updateUser } from './queries.ts';
import { FORMER_CLIENT, ORDERS_OPEN, OWNER_STAYS } from './texts.ts';

/** The orders that must be cancelled or end before the account can be deleted. */
export async function listOpenOrders(
  { personalData, clock }: Services,
  db: Db,
  user: User,
): Promise<OpenOrder[]> {
  const orders: OpenOrder[] = [];
  for (const data of personalData)
    orders.push(...((await data.listOpenOrders?.(db, user, clock())) ?? []));
  return orders;
}

async function refuseWithOpenOrders(services: Services, db: Db, user: User): Promise<void> {
  const orders = await listOpenOrders(services, db, user);
  if (orders.length > 0) throw new ApiError(409, ORDERS_OPEN, { details: { orders } });
}

/**
 * Erases a person's data (see README): the account, its credentials and its picture are deleted, and
 * accounting records are anonymized. Throws 403 for the owner and for a wrong password, and 409 with the orders
 * that have to end first.
 */
export async function deleteAccount(services: Services, user: User, password?: string) {
  if (user.role === 'owner') throw new ApiError(403, OWNER_STAYS);
  await confirmPassword(services, user, password);
  await refuseWithOpenOrders(services, services.store.db, user);
  await transaction(services, async (tx) => {
    // Again, because a payment may have arrived meanwhile.
    await lockUser(tx, user.id);
    for (const data of services.personalData) await data.lock?.(tx, user);
    await refuseWithOpenOrders(services, tx, user);
    const orders = await listRetainedOrders(tx, services.personalData, user);
    await erasePerson(tx, services.personalData, user);
    await enqueueEmails(tx, services, user, orders);
    tx.onCommit(() => services.realtime.endSessions({ userId: user.id }));
    await services.audit?.record(tx);
  });
  // If concurrent readers block this checkpoint, the next clean-up job does it.
  services.background.run(async () => {
    await sweepFiles(services);
    await services.store.checkpoint();
  });
}

async function listRetainedOrders(
  tx: Db,
  personalData: PersonalData[],
  user: User,
): Promise<RetainedOrder[]> {
  const orders: RetainedOrder[] = [];
  for (const data of personalData)
    orders.push(...((await data.listRetainedOrders?.(tx, user)) ?? []));
  return orders;
}

/** Deletes or anonymizes all data of a person. */
export async function erasePerson(tx: Db, personalData: PersonalData[], user: User): Promise<void> {
  // The lock prevents concurrent sign-ins and new data for this account.
  const row = await lockUser(tx, user.id);
  await eraseRows(tx, personalData, user);
  const retained = await listRetainedOrders(tx, personalData, user);
  if (row) await eraseUser(tx, row, { keepsRow: retained.length > 0 });
}

/**
 * Deletes the row, or empties it if an order still refers to it. A column stays only if it is named here, so
 * that a new one is erased.
 */
async function eraseUser(tx: Db, user: User, { keepsRow }: { keepsRow: boolean }): Promise<void> {
  const { id, role, created_at, avatar_hash, ...personal } = user;
  const empty = Object.fromEntries(Object.keys(personal).map((column) => [column, null]));
  const former = { name: FORMER_CLIENT, email: deletedAddress(user.id), is_verified: 0 } as const;
  await updateUser(tx, user.id, { ...empty, ...former });
  await replacePicture(tx, user.id, null);
  if (!keepsRow) await tx.deleteFrom('users').where('id', '=', user.id).execute();
}

async function enqueueEmails(tx: Tx, services: Services, user: User, orders: RetainedOrder[]) {
  const { config, outbox } = services;
  // An unconfirmed address may belong to a stranger, who must not get mail.
  if (user.is_verified) {
    await outbox.enqueue(tx, {
      ...{ kind: 'farewell', dedupeKey: `farewell:${user.id}` },
      ...accountDeletedEmail(config, user.email, orders.length),
    });
  }
  const owner = await findOwner(tx);
  if (!owner) return;
  const left = isStaff(user)
    ? assistantLeftEmail(config, owner.email)
    : clientDeletedEmail(config, owner, {
        orders: orders.filter(({ isPaid }) => isPaid).map(({ reference }) => reference),
      });
  await outbox.enqueue(tx, { kind: 'client left', dedupeKey: `left:${user.id}`, ...left });
}
