import type { z } from 'zod';
import { cleanInput } from '../http/clean-input.ts';
import type { Ack, Listener, SocketPeer } from './realtime.ts';

export const rejection = (message: string): Ack => ({ success: false, message });

const UNREADABLE = 'The event could not be read.';

/** A listener that refuses what does not have this shape. */
export function validated<S extends z.ZodType>(
  shape: S,
  handle: (peer: SocketPeer, sent: z.output<S>) => Promise<Ack> | Ack,
): Listener {
  return (peer, sent) => {
    const input = { value: sent };
    const read = cleanInput(input) === null ? shape.safeParse(input.value) : null;
    return read?.success ? handle(peer, read.data) : rejection(UNREADABLE);
  };
}
