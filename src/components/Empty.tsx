import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  icon?: LucideIcon;
  /** Something went wrong; read out at once. */
  alert?: boolean;
  /** One sentence, one action. */
  children?: ReactNode;
}

/** What stands where nothing can be shown. */
export const Empty = ({ title, icon: Icon, alert = false, children }: Props) => (
  <div className="empty" role={alert ? 'alert' : undefined}>
    {Icon && <Icon aria-hidden="true" />}
    <h2>{title}</h2>
    {children}
  </div>
);
