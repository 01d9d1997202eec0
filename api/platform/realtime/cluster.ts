import { randomUUID } from 'node:crypto';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import type { Server } from 'socket.io';
import { openChannel } from '../../../db/listen.ts';
import { SECOND } from '../clock.ts';
import type { Log } from '../services.ts';
import type { Presence } from './presence.ts';
import type { PresenceChange, PresenceReport } from './remote-presence.ts';

/** Rooms and presence across all processes. */
interface Cluster {
  join(presence: Presence): void;
  publish(changes: PresenceChange[]): void;
  /** Reports that everybody who is connected to this process leaves. */
  leave(): void;
  close(): Promise<void>;
}

const CHANNEL = 'socket.io';
/** A NOTIFY must be shorter than 8,000 bytes; longer messages are stored in a table for half a minute. */
const MAX_NOTIFY_BYTES = 7_900;
const REPORT_INTERVAL = 5 * SECOND;
const EVERYBODY = '*';

/**
 * Connects the sockets of all processes that share a PostgreSQL database: a message to a room, or the end of
 * a session, reaches the sockets of every process.
 */
export function joinCluster(io: Server, url: string, log: Log): Cluster {
  const process = randomUUID();
  let presence: Presence | undefined;
  let version = 0;
  const { channel, takeLost, close } = openChannel(url, `${CHANNEL}#/`, {
    onListening() {
      report(presence?.all() ?? [], true);
      send('presence wanted', EVERYBODY);
    },
    onMissed: closeSockets,
  });
  let closedAt = 0;
  /** Closes all sockets after messages may have been lost. Clients reconnect and fetch what they missed. */
  function closeSockets(): void {
    closedAt = performance.now();
    for (const socket of io.of('/').sockets.values()) socket.conn.close();
  }
  io.adapter(
    createAdapter(channel as Pool, {
      channelPrefix: CHANNEL,
      payloadThreshold: MAX_NOTIFY_BYTES,
      errorHandler: (error) => log.error('the other processes were not reached', error),
    }),
  );
  const send = (event: string, body: unknown) => io.serverSideEmit(event, body);
  function report(changes: PresenceChange[], isFull = false): void {
    if (changes.length > 0 && !isFull) version += 1;
    send('presence', { process, version, changes, isFull } satisfies PresenceReport);
  }
  const applyChanges = (changes: PresenceChange[]) => {
    for (const role of new Set(changes.map(([, each]) => each))) presence?.changed(role);
  };
  const timer = setInterval(() => {
    const ago = takeLost();
    if (ago !== null) send('pushes lost', ago);
    report([]);
    applyChanges(presence?.elsewhere.forgetSilent() ?? []);
  }, REPORT_INTERVAL).unref();

  io.on('presence', (sent: PresenceReport) => {
    const changes = presence?.elsewhere.receive(sent);
    if (changes) applyChanges(changes);
    else send('presence wanted', sent.process);
  });
  io.on('presence wanted', (from: string) => {
    if (presence && [process, EVERYBODY].includes(from)) report(presence.all(), true);
  });
  io.on('pushes lost', (ago: number) => {
    if (performance.now() - ago > closedAt) closeSockets();
  });
  io.on('presence ends', (from: string) => applyChanges(presence?.elsewhere.forget(from) ?? []));

  return {
    join(joining) {
      presence = joining;
    },
    publish: (changes) => report(changes),
    leave() {
      clearInterval(timer);
      send('presence ends', process);
    },
    close,
  };
}
