import pg from 'pg';

/** The part of `pg.Pool` that a cluster adapter needs. */
type Channel = Pick<pg.Pool, 'connect' | 'query'>;

interface PostgresChannel {
  channel: Channel;
  /**
   * Call it when nothing is waiting to be sent. Returns how many milliseconds ago a message was last lost;
   * null if none was lost since the previous call.
   */
  takeLost(): number | null;
  close(): Promise<void>;
}

interface ChannelEvents {
  /** Called each time this process starts listening, also after a lost connection. */
  onListening(): void;
  /** Called when messages of other processes may have been lost. */
  onMissed(): void;
}

const CHECK_MS = 5_000;
const TIMEOUT_MS = 5_000;
/** The maximum number of waiting messages. More would fill the memory if the server is slow. */
const MAX_WAITING = 500;

/**
 * Opens separate connections for LISTEN and NOTIFY: one listens and one sends, so that this process's
 * messages are sent in order.
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
    // The listener retries forever: after the close this promise never resolves, so that it stops.
    if (isClosed) await new Promise(() => {});
    const client = new pg.Client(settings);
    // Ignored, because the listener reconnects on the `end` event.
    client.on('error', () => {});
    await client.connect();
    // A network failure is only noticed by a query.
    const timer = setInterval(() => {
      client.query('select 1').catch(() => client.end());
    }, CHECK_MS).unref();
    client.once('end', () => clearInterval(timer));
    await client.query(`listen ${client.escapeIdentifier(channelName)}`);
    listener = client;
    setImmediate(() => {
      // Messages that were sent during the disconnect are lost.
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

  /** Fetches a message that was too long for a NOTIFY. */
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
