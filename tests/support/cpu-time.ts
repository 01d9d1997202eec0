/**
 * The processor time that this process spent on some work, in milliseconds; other processes do not change it.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The same of this thread alone, without the threads that work for it. */
export async function threadTimeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
