import type { Subscriber } from '../../platform/events.ts';
import { findOwner, updateUser } from './queries.ts';

/** Renames the owner's account when the seller's name changes: messages, replies and e-mails use it. */
export const renameOwner: Subscriber<{ name: string }> = async (tx, _, { name }) => {
  const owner = await findOwner(tx);
  if (owner && owner.name !== name) await updateUser(tx, owner.id, { name });
};
