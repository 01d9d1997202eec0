import type { Task } from './today.ts';

/** From this number on, like tasks are one row. */
const MANY = 4;

/** What tasks that become one row have in common; null for one that stays a row of its own, however many there are. */
function groupOf(task: Task): string | null {
  switch (task.kind) {
    case 'order':
      return `${task.step} ${task.isLate}`;
    case 'mail':
      return `mail ${task.mail.trouble}`;
    case 'message':
    case 'review':
      return task.kind;
    default:
      return null;
  }
}

/** Tasks as the rows of Today, each where its most urgent one is. */
export function toRows(tasks: readonly Task[]): [first: Task, ...rest: Task[]][] {
  const groups = Map.groupBy(tasks, groupOf);
  return tasks.flatMap((task): [Task, ...Task[]][] => {
    const group = groupOf(task);
    const [first, ...rest] = (group !== null && groups.get(group)) || [];
    if (!first || rest.length + 1 < MANY) return [[task]];
    return first === task ? [[first, ...rest]] : [];
  });
}
