import { resolveTxt } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import { connect, type TLSSocket } from 'node:tls';

interface Certificate {
  /** Why a browser would refuse it; null when it would not. */
  problem: string | null;
  validUntil: Date;
}

/** What the doctor asks of the machine and the network, beside the app itself. */
export interface Probes {
  freeBytes(folder: string): Promise<number>;
  /** The TXT records of a name; none where there is no such name. */
  textRecords(name: string): Promise<string[]>;
  certificate(origin: string): Promise<Certificate>;
}

const TIMEOUT_MS = 8_000;

export const systemProbes: Probes = {
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  async textRecords(name) {
    try {
      return (await resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENODATA' || code === 'ENOTFOUND') return [];
      throw error;
    }
  },
  certificate: (origin) =>
    new Promise((done, failed) => {
      const { hostname, port } = new URL(origin);
      const socket: TLSSocket = connect({
        host: hostname,
        servername: hostname,
        port: Number(port || 443),
        // The certificate is judged here, and nothing is sent.
        rejectUnauthorized: false,
        timeout: TIMEOUT_MS,
      });
      socket.once('secureConnect', () => {
        const { valid_to } = socket.getPeerCertificate();
        const problem = socket.authorized ? null : String(socket.authorizationError);
        socket.destroy();
        done({ problem, validUntil: new Date(valid_to) });
      });
      socket.once('timeout', () => socket.destroy(new Error('no answer')));
      socket.once('error', failed);
    }),
};
