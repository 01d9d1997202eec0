import type { Db } from '../../../db/connect.ts';
import type { Order, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { dropAttachmentsOf } from '../chat/personal-data.ts';
import { deleteFilesOf } from '../orders/deliveries/personal-data.ts';
import { shortId } from '../orders/rules.ts';
import { accountDeletedEmail, clientDeletedEmail } from './emails.ts';
import { confirmPassword } from './passwords.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { replacePicture } from './profile-picture.ts';
import { deletedAddress, findOwner, updateUser } from './queries.ts';
import { FORMER_CLIENT, OWNER_STAYS } from './rules.ts';

/**
 * Forgets a person (README): the account, its keys and its picture go, the books stay without a name.
 * Throws 403 for the owner and for a wrong password.
 */
export async function deleteAccount(
  services: Services,
  user: User,
  password: string,
): Promise<void> {
  if (user.role === 'owner') throw new ApiError(403, OWNER_STAYS);
  await confirmPassword(services, user, password);
  await dropFiles(services, user);
  await transaction(services, async (tx) => {
    const orders = await tx
      .selectFrom('orders')
      .select(['id', 'status', 'paid'])
      .where('buyer_id', '=', user.id)
      .execute();
    await erasePerson(tx, user);
    await tellBoth(tx, services, user, orders);
    tx.onCommit(() => services.realtime.endSessions({ userId: user.id }));
  });
  services.publisher.refresh();
  // Where somebody reads all the while, the next tidying does it.
  services.background.run(async () => void (await services.store.checkpoint()));
}

/** Transactions of their own: to overwrite hundreds of megabytes in one would stop the shop for seconds. */
async function dropFiles(services: Services, user: User): Promise<void> {
  await dropAttachmentsOf(services, user);
  await deleteFilesOf(services, user.id);
}

/** Everything of theirs goes, or stays without a name. */
export async function erasePerson(tx: Db, user: User): Promise<void> {
  for (const { forget } of Object.values(PERSONAL_DATA)) await forget(tx, user);
  await forgetUser(tx, user);
}

/** The row itself goes, unless an order or a review still stands on it: then it keeps only its id. */
async function forgetUser(tx: Db, user: User): Promise<void> {
  await updateUser(tx, user.id, {
    name: FORMER_CLIENT,
    email: deletedAddress(user.id),
    password_hash: null,
    is_verified: 0,
    last_login_at: null,
  });
  await replacePicture(tx, user.id, null);
  await tx
    .deleteFrom('users')
    .where('id', '=', user.id)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(eb.selectFrom('orders').select('id').where('buyer_id', '=', user.id)),
          eb.exists(eb.selectFrom('reviews').select('id').where('user_id', '=', user.id)),
        ]),
      ),
    )
    .execute();
}

async function tellBoth(
  tx: Tx,
  services: Services,
  user: User,
  orders: Pick<Order, 'id' | 'status' | 'paid'>[],
): Promise<void> {
  const { config, outbox } = services;
  // Nobody has said that the address is theirs: a stranger is not written to.
  if (user.is_verified) {
    const farewell = await accountDeletedEmail(config, user.email, orders.length);
    await outbox.enqueue(tx, { kind: 'farewell', dedupeKey: `farewell:${user.id}`, ...farewell });
  }
  const owner = await findOwner(tx);
  if (!owner) return;
  const paid = orders.filter((order) => order.paid > 0);
  const open = paid.filter((order) => order.status !== 'Completed' && order.status !== 'Rejected');
  const left = await clientDeletedEmail(config, owner, {
    orders: paid.map((order) => shortId(order.id)),
    open: open.map((order) => shortId(order.id)),
  });
  await outbox.enqueue(tx, { kind: 'client left', dedupeKey: `left:${user.id}`, ...left });
}
