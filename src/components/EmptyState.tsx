import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface Props {
  title: string;
  level?: 1 | 2 | 3;
  icon?: LucideIcon | undefined;
  /** For errors, which screen readers announce at once. */
  alert?: boolean;
  /** Loads again what has failed. */
  retry?: (() => unknown) | undefined;
  /** One sentence and, if needed, one action. */
  children?: ReactNode;
}

/** What stands in the place of an empty list, of what could not be loaded, or of what is not there. */
export function EmptyState({ title, level = 2, icon: Icon, alert, retry, children }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className="empty-state" role={alert || retry ? 'alert' : undefined}>
      {Icon && <Icon aria-hidden="true" />}
      <Heading>{title}</Heading>
      {children}
      {retry && <Button onClick={() => void retry()}>Try again</Button>}
    </div>
  );
}
