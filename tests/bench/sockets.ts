// `npm run bench -- --sockets 500,2000 --processes 1,3`: what this many connected people cost who do nothing, on
// PostgreSQL: memory, the processor time of connecting and of a minute.
import { setTimeout as pause } from 'node:timers/promises';
import { type OwnServer, startOwnServer } from '../support/postgres-server.ts';
import { connectAll, startCluster } from './cluster.ts';
import { rssOf } from './process-usage.ts';
import { DURABLE } from './processes.ts';

/** Two pings of every socket and four sweeps over the sessions fit into it. */
const IDLE_MS = 60_000;
const SETTLE_MS = 3_000;

export async function benchSockets(sockets: number[], processes: number[]): Promise<void> {
  const server = await startOwnServer(DURABLE);
  try {
    for (const count of processes)
      for (const people of sockets) await benchIdle(server, count, people);
  } finally {
    await server.remove();
  }
}

async function benchIdle(server: OwnServer, count: number, people: number): Promise<void> {
  const cluster = await startCluster({ count, server, people });
  const memory = () => cluster.apps.reduce((sum, { pid }) => sum + rssOf(pid), 0);
  await pause(SETTLE_MS);
  const [idleMb, start] = [memory(), cluster.used()];
  await pause(IDLE_MS / 2);
  const alone = cluster.used();
  const sockets = await connectAll(cluster);
  await pause(SETTLE_MS);
  const connected = cluster.used();
  await pause(IDLE_MS);
  const [after, mb] = [cluster.used(), memory()];
  for (const socket of sockets) socket.close();
  await cluster.stop();

  const each = (us: number) => `${(us / people / 1_000).toFixed(2)} ms`;
  const baseOf = (who: 'apps' | 'server') => 2 * (alone[who] - start[who]);
  const minuteOf = (who: 'apps' | 'server') => after[who] - connected[who] - baseOf(who);
  console.log(
    [
      `\n${cluster.name}, ${people} sockets: ${(((mb - idleMb) * 1_024) / people).toFixed(0)} kB a socket, ${mb.toFixed(0)} MB together`,
      `  connecting: app ${each(connected.apps - alone.apps)}, database server ${each(connected.server - alone.server)}`,
      `  a minute of nothing: app ${each(minuteOf('apps'))}, database server ${each(minuteOf('server'))} a socket`,
      `  without sockets: app ${(baseOf('apps') / 1_000).toFixed(0)} ms a minute, database server ${(baseOf('server') / 1_000).toFixed(0)} ms`,
    ].join('\n'),
  );
}
