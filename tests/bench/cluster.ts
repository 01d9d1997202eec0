import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import { openStore } from '../../db/open-store.ts';
import { seedInto } from '../support/database.ts';
import { Person } from '../support/http-client.ts';
import { TEMPLATE } from '../support/paths.ts';
import { type OwnServer, serverAt } from '../support/postgres-server.ts';
import { type Buyer, insertBuyersInto } from './chat-fixture.ts';
import { cpuOf, cpuOfTree } from './process-usage.ts';
import { type RunningApp, startBenchApp } from './start-app.ts';

const HOME = fileURLToPath(new URL('../../var/bench', import.meta.url));
const AT_ONCE = 50;

/** Processes of the app on one database, with people who have an order and a conversation each. */
export interface Cluster {
  name: string;
  apps: RunningApp[];
  /** Each at one of the processes, in turn. */
  people: Person[];
  buyers: Buyer[];
  /** Processor time so far, in microseconds. */
  used(): { apps: number; server: number };
  stop(): Promise<void>;
}

interface Setting {
  count: number;
  /** null: SQLite. */
  server: OwnServer | null;
  people: number;
  env?: Record<string, string>;
}

export async function startCluster({ count, server, people, env }: Setting): Promise<Cluster> {
  mkdirSync(HOME, { recursive: true });
  const folders = Array.from({ length: count }, () => {
    const folder = mkdtempSync(join(HOME, 'processes-'));
    symlinkSync(join(TEMPLATE.dataDir, 'site'), join(folder, 'site'));
    return folder;
  });
  const url = server ? (await serverAt(server.url).create()).url : `sqlite:${folders[0]}/app.db`;
  const store = await openStore(url);
  await seedInto(store, folders[0] ?? '');
  const buyers = await insertBuyersInto(store, people);
  await store.close();
  const shared = {
    ...{ DATABASE_URL: url, SECRET_KEY: 'the same for every process of this bench' },
    FILES_DIR: `${folders[0]}/files`,
  };
  const { siteOrigin } = TEMPLATE;
  const apps: RunningApp[] = [];
  for (const app of folders) {
    const how = { env: { ...shared, ...env }, args: ['--keep-site'] };
    apps.push(await startBenchApp({ app, siteOrigin }, how));
  }
  return {
    name: `${server ? 'PostgreSQL' : 'SQLite'}, ${count} ${count === 1 ? 'process' : 'processes'}`,
    ...{ apps, buyers },
    people: buyers.map((buyer, at) => browserOf(buyer, originOf(apps[at % count]))),
    used: () => ({
      apps: apps.reduce((sum, { pid }) => sum + (cpuOf(pid) ?? 0), 0),
      server: server ? cpuOfTree(server.pid()) : 0,
    }),
    async stop() {
      await Promise.all(apps.map((app) => app.stop()));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const originOf = (app: RunningApp | undefined) => `http://127.0.0.1:${app?.port}`;

function browserOf({ cookie }: Buyer, origin: string): Person {
  const person = new Person(origin, []);
  for (const pair of cookie.split('; ')) {
    const [name = '', value = ''] = pair.split('=', 2);
    person.cookies.set(name, value);
  }
  return person;
}

/** Each person's socket is at another process than their requests. */
export async function connectAll({ apps, buyers }: Pick<Cluster, 'apps' | 'buyers'>) {
  const sockets: Socket[] = [];
  for (let from = 0; from < buyers.length; from += AT_ONCE) {
    const batch = buyers.slice(from, from + AT_ONCE).map(async (buyer, at) => {
      const socket = io(originOf(apps[(from + at + 1) % apps.length]), {
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: { Origin: TEMPLATE.siteOrigin, Cookie: buyer.cookie },
      });
      await new Promise<void>((done) => void socket.once('connect', done));
      await socket.emitWithAck('joinConversation', buyer.conversationId);
      return socket;
    });
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}
