import type {
  Device,
  EmailChange,
  EmailCode,
  PasswordLink,
  Session,
  User,
} from './schema/accounts.ts';
import type {
  Extra,
  Faq,
  Gig,
  GigPicture,
  HiddenReview,
  Plan,
  Project,
  Review,
  Version,
} from './schema/catalog.ts';
import type {
  Attachment,
  Conversation,
  Message,
  Notification,
  NotificationPreference,
} from './schema/conversations.ts';
import type {
  Delivery,
  DeliveryFile,
  Order,
  OrderEvent,
  OrderRequirements,
  Revision,
} from './schema/orders.ts';
import type {
  Instalment,
  Payment,
  PaymentEvent,
  Receipt,
  Refund,
  RejectedPayment,
} from './schema/payments.ts';
import type { LeaseRow, Limit, Media, OutboxMail, Picture, Setting } from './schema/platform.ts';

export type * from './schema/accounts.ts';
export type * from './schema/catalog.ts';
export type * from './schema/conversations.ts';
export type * from './schema/orders.ts';
export type * from './schema/payments.ts';
export type * from './schema/platform.ts';

export interface Tables {
  users: User;
  sessions: Session;
  email_codes: EmailCode;
  password_links: PasswordLink;
  email_changes: EmailChange;
  devices: Device;
  limits: Limit;
  outbox: OutboxMail;
  media: Media;
  pictures: Picture;
  gigs: Gig;
  gig_pictures: GigPicture;
  plans: Plan;
  extras: Extra;
  faqs: Faq;
  projects: Project;
  reviews: Review;
  orders: Order;
  instalments: Instalment;
  payments: Payment;
  payment_events: PaymentEvent;
  rejected_payments: RejectedPayment;
  refunds: Refund;
  receipts: Receipt;
  order_events: OrderEvent;
  order_requirements: OrderRequirements;
  settings: Setting;
  leases: LeaseRow;
  versions: Version;
  deliveries: Delivery;
  delivery_files: DeliveryFile;
  hidden_reviews: HiddenReview;
  conversations: Conversation;
  messages: Message;
  attachments: Attachment;
  notifications: Notification;
  notification_preferences: NotificationPreference;
  revisions: Revision;
}
