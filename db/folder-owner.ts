import { chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

// Commands are often run by root, beside an app with a user of its own, who must be able to read and remove what they
// make. On a machine without root nothing here changes anything.
const isRoot = (): boolean => process.getuid?.() === 0;

/** The owner of a folder, in the form of the options of `spawn`; empty unless root asks. */
export function ownerOf(folder: string): { uid: number; gid: number } | Record<string, never> {
  if (!isRoot()) return {};
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/** Gives what root has made to the owner of the folder in which it lies. */
export function giveToOwnerOfFolder(...paths: string[]): void {
  for (const path of paths) giveToOwnerOf(dirname(path), path);
}

function giveToOwnerOf(folder: string, path: string): void {
  const { uid, gid } = ownerOf(folder);
  if (uid !== undefined) chownSync(path, uid, gid);
}

/** Makes a folder and those above it that are missing, with the owner of the one that is there, or of another folder. */
export function makeFolder(folder: string, like?: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  const made: string[] = [];
  for (let each = folder; each.length >= first.length; each = dirname(each)) made.unshift(each);
  for (const path of made) giveToOwnerOf(like ?? dirname(path), path);
}

/** Goes on as the owner of the folder, when root has started this. Nothing brings root's rights back. */
export function becomeOwnerOf(folder: string): void {
  const { uid, gid } = ownerOf(folder);
  if (uid === undefined || uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
