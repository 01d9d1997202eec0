import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICK_US = 10_000;

/** Processor time a process has used, in microseconds; null where /proc is missing. */
export function cpuOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_US;
  } catch {
    return null;
  }
}

/** The same of a process with all its children, those that have ended included. */
export function cpuOfTree(pid: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name))
    .filter((fields) => fields !== null);
  const own = statOf(String(pid)) ?? [];
  const children = stats.filter((fields) => Number(fields[1]) === pid);
  const ticks = (fields: string[], from: number) => Number(fields[from]) + Number(fields[from + 1]);
  const running = children.reduce((sum, fields) => sum + ticks(fields, 11), 0);
  return (ticks(own, 11) + ticks(own, 13) + running) * TICK_US;
}

function statOf(pid: string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? null;
  } catch {
    return null;
  }
}

/** Resident memory of a process in MB. */
export function rssOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}

/** The largest resident memory seen until stopped. */
export function watchRss(pid: number): { stop(): number } {
  let most = rssOf(pid);
  const timer = setInterval(() => {
    most = Math.max(most, rssOf(pid));
  }, 500);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}
