import type { Task } from '../../api/modules/dashboard/today.ts';
import type { Person } from './http-client.ts';

/** What waits for the owner on Today, most urgent first. */
export const tasksOnToday = async (owner: Person): Promise<Task[]> =>
  (await owner.get('/api/v1/desk/today?tasks=all')).body.tasks;

/** The rows of one kind. */
export async function tasksOfKind<K extends Task['kind']>(owner: Person, kind: K) {
  const tasks = await tasksOnToday(owner);
  return tasks.filter((task): task is Task & { kind: K } => task.kind === kind);
}

/** The parts of the installation to repair. */
export const repairsOnToday = async (owner: Person) =>
  (await tasksOfKind(owner, 'repair')).map(({ check }) => check);
