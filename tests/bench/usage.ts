import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
