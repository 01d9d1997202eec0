import { Bell, CreditCard, MessageSquare, Package, RefreshCw, Star } from 'lucide-react';

const ICONS = {
  order: Package,
  payment: CreditCard,
  revision: RefreshCw,
  review: Star,
  new_message: MessageSquare,
} as const;

/** The icon of a notification type. */
export function NotificationIcon({ type }: { type: string }) {
  const Icon = Object.hasOwn(ICONS, type) ? ICONS[type as keyof typeof ICONS] : Bell;
  return <Icon aria-hidden="true" />;
}
