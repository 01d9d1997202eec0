import type { Subscriber } from '../../platform/events.ts';
import { findOwner, updateUser } from './queries.ts';

/** The owner's account has the seller's name: it signs messages, replies and e-mails. */
export const renameOwner: Subscriber<{ name: string }> = async (tx, _, { name }) => {
  const owner = await findOwner(tx);
  if (owner && owner.name !== name) await updateUser(tx, owner.id, { name });
};
