import pg from 'pg';

/** What a cluster adapter needs of `pg.Pool`. */
export type Channel = Pick<pg.Pool, 'connect' | 'query'>;

export interface PostgresChannel {
  channel: Channel;
  close(): Promise<void>;
}

const CHECK_MS = 5_000;
const TIMEOUT_MS = 5_000;
/** What waits to be sent; more would fill memory while the server is slower than what is pushed. */
const MAX_WAITING = 500;

/**
 * Connections for LISTEN and NOTIFY, apart from those of requests: one that listens and one that sends, so
 * that what this process sends stays in its order. `onListening` runs each time that it listens again:
 * what others sent in between was missed.
 */
export function openChannel(
  url: string,
  channelName: string,
  onListening: (isFirst: boolean) => void,
): PostgresChannel {
  const settings = {
    connectionString: url,
    application_name: 'studio-app',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  };
  const senders = new pg.Pool({ ...settings, max: 1 });
  senders.on('connect', (client) => client.on('error', () => {}));
  senders.on('error', () => {});
  let listener: pg.Client | undefined;
  let isFirst = true;
  let isClosed = false;

  async function connect() {
    // Whoever listens tries again and again: after the end the answer never comes.
    if (isClosed) await new Promise(() => {});
    const client = new pg.Client(settings);
    // The end is what counts: whoever listens connects again.
    client.on('error', () => {});
    await client.connect();
    // A network that went away is noticed only by asking.
    const timer = setInterval(() => {
      client.query('select 1').catch(() => client.end());
    }, CHECK_MS).unref();
    client.once('end', () => clearInterval(timer));
    await client.query(`listen ${client.escapeIdentifier(channelName)}`);
    listener = client;
    setImmediate(() => {
      onListening(isFirst);
      isFirst = false;
    });
    return Object.assign(client, { release: () => void client.end() });
  }

  async function query(text: string, values?: unknown[]) {
    // What others have sent is still fetched.
    const isSent = !text.startsWith('SELECT payload');
    if (isSent && senders.waitingCount >= MAX_WAITING)
      throw new Error('Too much waits to be sent.');
    return senders.query(text, values);
  }

  const channel: unknown = { connect, query };
  return {
    channel: channel as Channel,
    async close() {
      isClosed = true;
      await Promise.all([listener?.end(), senders.end()]);
    },
  };
}
