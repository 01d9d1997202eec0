import { isDiskFull } from '../db/errors.ts';
import { ConfigError } from './config.ts';

/** Turns the error of a failed start into a sentence with the next step for the operator. */
export function explainStartFailure(error: unknown): string {
  if (error instanceof ConfigError) {
    return `The configuration needs a change:\n${error.errors.map((each) => `  - ${each}`).join('\n')}`;
  }
  const { code, path, message, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or start with PORT=3001.`;
  }
  if (syscall === 'listen') {
    return `The app cannot listen at ${address ?? 'its address'} (${code}). Check HOST and PORT.`;
  }
  if (isDiskFull(error)) {
    return `The disk of the data folder is full, or fails (${path ?? code}). Make room and start again: nothing is lost.`;
  }
  if (code === 'EISDIR') {
    return `${path} is a folder, where the file of the database should be. Move it away, or set DATABASE_URL.`;
  }
  if (code && /^(EACCES|EROFS|EPERM|ENOTDIR|EEXIST|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(code)) {
    return `The data folder cannot be written (${path ?? code}). Give it write permission, or set DATA_DIR.`;
  }
  return message ?? String(error);
}
