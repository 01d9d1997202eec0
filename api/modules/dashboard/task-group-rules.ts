/** From this number on, like tasks are one row. */
const MANY = 4;
/** More are not read for a row before "Show all". */
export const MAX_OF_A_ROW = 50;

/** What of a task says which others are like it. */
interface Like {
  kind: string;
  step?: string;
  isLate?: boolean;
  mail?: { trouble: string };
}

/** What tasks that become one row have in common; null for one that stays a row of its own, however many there are. */
function groupOf({ kind, step, isLate, mail }: Like): string | null {
  switch (kind) {
    case 'order':
      return `${step} ${isLate}`;
    case 'mail':
      return `mail ${mail?.trouble}`;
    case 'message':
    case 'review':
      return kind;
    default:
      return null;
  }
}

/** Tasks as the rows of Today, each where its most urgent one is. */
export function toRows<T extends Like>(tasks: readonly T[]): [first: T, ...rest: T[]][] {
  const groups = Map.groupBy(tasks, groupOf);
  return tasks.flatMap((task): [T, ...T[]][] => {
    const group = groupOf(task);
    const [first, ...rest] = (group !== null && groups.get(group)) || [];
    if (!first || rest.length + 1 < MANY) return [[task]];
    return first === task ? [[first, ...rest]] : [];
  });
}
