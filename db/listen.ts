import pg from 'pg';

/** What a cluster adapter needs of `pg.Pool`. */
type Channel = Pick<pg.Pool, 'connect' | 'query'>;

export interface PostgresChannel {
  channel: Channel;
  /**
   * How many milliseconds ago something was not sent for the last time, asked when nothing waits to be sent any more;
   * null when everything since the last call was sent.
   */
  takeLost(): number | null;
  close(): Promise<void>;
}

interface ChannelEvents {
  /** Runs each time that this process listens, also again after the connection was lost. */
  onListening(): void;
  /** Something that others sent was not received. */
  onMissed(): void;
}

const CHECK_MS = 5_000;
const TIMEOUT_MS = 5_000;
/** What waits to be sent; more would fill memory while the server is slower than what is pushed. */
const MAX_WAITING = 500;

/**
 * Connections for LISTEN and NOTIFY, apart from those of requests: one that listens and one that sends, so
 * that what this process sends stays in its order.
 */
export function openChannel(
  url: string,
  channelName: string,
  { onListening, onMissed }: ChannelEvents,
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
  let lostAt: number | null = null;
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
      // What was sent while nobody listened here is gone.
      if (!isFirst) onMissed();
      isFirst = false;
      onListening();
    });
    return Object.assign(client, { release: () => void client.end() });
  }

  async function send(text: string, values?: unknown[]) {
    try {
      if (senders.waitingCount >= MAX_WAITING) throw new Error('Too much waits to be sent.');
      return await senders.query(text, values);
    } catch (error) {
      lostAt = performance.now();
      throw error;
    }
  }

  /** Fetches what was too long for a NOTIFY. */
  async function fetchLong(text: string, values?: unknown[]) {
    const result = await senders.query(text, values).catch(() => null);
    if (result?.rows.length) return result;
    onMissed();
    throw new Error('What another process sent could not be fetched.');
  }

  const query = (text: string, values?: unknown[]) =>
    text.startsWith('SELECT payload') ? fetchLong(text, values) : send(text, values);
  const channel: unknown = { connect, query };
  return {
    channel: channel as Channel,
    takeLost() {
      if (lostAt === null || senders.waitingCount > 0) return null;
      const ago = performance.now() - lostAt;
      lostAt = null;
      return ago;
    },
    async close() {
      isClosed = true;
      await Promise.all([listener?.end(), senders.end()]);
    },
  };
}
