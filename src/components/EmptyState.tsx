import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  icon?: LucideIcon | undefined;
  /** For errors, which screen readers announce at once. */
  alert?: boolean;
  /** One sentence and, if needed, one action. */
  children?: ReactNode;
}

/** The placeholder of an empty list or of content that could not be loaded. */
export const EmptyState = ({ title, icon: Icon, alert = false, children }: Props) => (
  <div className="empty-state" role={alert ? 'alert' : undefined}>
    {Icon && <Icon aria-hidden="true" />}
    <h2>{title}</h2>
    {children}
  </div>
);
