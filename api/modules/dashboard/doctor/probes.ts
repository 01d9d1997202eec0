import { resolveTxt } from 'node:dns/promises';
import { connect, type TLSSocket } from 'node:tls';
import { freeBytes } from '../../../platform/disk.ts';

interface Certificate {
  /** Why a browser would reject the certificate; null if it would not. */
  problem: string | null;
  validUntil: Date;
}

/** The checks' access to the machine and the network; tests replace it. */
export interface Probes {
  freeBytes(folder: string): Promise<number>;
  /** The TXT records of a name; empty if the name does not exist. */
  textRecords(name: string): Promise<string[]>;
  certificate(origin: string): Promise<Certificate>;
}

const TIMEOUT_MS = 8_000;

export const systemProbes: Probes = {
  freeBytes,
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
        // Safe here: the certificate is checked below, and no data is sent.
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
