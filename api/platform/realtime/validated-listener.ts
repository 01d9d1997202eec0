import type { z } from 'zod';
import type { Ack, Listener, SocketPeer } from './realtime.ts';

export const rejection = (message: string): Ack => ({ success: false, message });

const UNREADABLE = 'The event could not be read.';

/** A listener that refuses what does not have this shape. */
export function validated<S extends z.ZodType>(
  shape: S,
  handle: (peer: SocketPeer, sent: z.output<S>) => Promise<Ack> | Ack,
): Listener {
  return (peer, sent) => {
    const read = shape.safeParse(sent);
    return read.success ? handle(peer, read.data) : rejection(UNREADABLE);
  };
}
