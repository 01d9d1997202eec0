import {
  Bell,
  CreditCard,
  type LucideIcon,
  MessageSquare,
  Package,
  RefreshCw,
  Star,
} from 'lucide-react';
import type { NotificationDto } from '../../../api/modules/notifications/dto.ts';
import type { NotificationType } from '../../../api/modules/notifications/rules.ts';
import { dayAndMonth, shopDay } from '../../lib/format.ts';

const ICONS: Record<NotificationType, LucideIcon> = {
  order: Package,
  payment: CreditCard,
  revision: RefreshCw,
  review: Star,
  new_message: MessageSquare,
};

/** The icon of a notification type; a bell for one of a newer version. */
export const notificationIcon = (type: NotificationType): LucideIcon =>
  Object.hasOwn(ICONS, type) ? ICONS[type] : Bell;

/** What the order of a notification waits for now, if for the reader. */
export function NextStepLine({ notification: { next } }: { notification: NotificationDto }) {
  if (!next) return null;
  // An order is accepted before its day of delivery, not by it.
  const until = next.by && next.step !== 'start' ? ` by ${dayAndMonth(shopDay(next.by))}` : '';
  return (
    <strong className="text-13">
      {next.title}
      {until}
    </strong>
  );
}
