import {
  BookText,
  CalendarDays,
  ChartNoAxesColumn,
  ContactRound,
  FolderSync,
  HardDriveDownload,
  Inbox,
  ListChecks,
  type LucideIcon,
  Package,
  Percent,
  Rocket,
  Scale,
  ScrollText,
  Settings,
  Star,
  Stethoscope,
  Sun,
  TicketPercent,
  UserRound,
  UsersRound,
  WalletCards,
} from 'lucide-react';
import { CONTENT_KINDS, type ContentKind } from './content-kinds.ts';

export const SETTINGS_GROUPS = [
  'Your shop',
  'Money and orders',
  'People and safety',
  'The installation',
] as const;

interface Screen {
  path: string;
  /** Its heading, and its name in the menu. */
  label: string;
  /** The menu, the palette and the shortcuts list screens with a key, which opens them after G. */
  key?: string;
  icon?: LucideIcon;
  /** Other words by which people look for it in the palette. */
  words?: string;
  /** What it is for, in the list of Settings. */
  about?: string;
  /** Its heading in the list of Settings, in the order of SETTINGS_GROUPS. */
  group?: (typeof SETTINGS_GROUPS)[number];
  /** The screen above it, which its heading leads back to and the menu marks as current. */
  parent?: string;
  /** The GET requests below `/api/v1` that it begins with, unless it is the one at its own path. */
  requests?: readonly string[];
  /** The server refuses assistants the calls of all others. */
  isForAssistants?: boolean;
  /** On the bar of a phone; the others are behind its last button. */
  isOnPhoneBar?: boolean;
}

type ContentScreens = {
  [Kind in ContentKind as Kind['many']]: Screen & { path: Kind['path'] };
} & { [Kind in ContentKind as Kind['one']]: Screen & { path: `${Kind['path']}/:id` } };

const CONTENT_SCREENS = Object.fromEntries(
  CONTENT_KINDS.flatMap(
    ({ one, many, path, label, item, key, icon, words }): [string, Screen][] => [
      [many, { path, label, key, icon, words, requests: [`/desk/${many}`] }],
      [one, { path: `${path}/:id`, label: item, parent: many, requests: [] }],
    ],
  ),
) as ContentScreens;

/**
 * The screens of the dashboard by the name of their route, in the order of the menu. The server answers all their paths
 * with the same page.
 */
const SCREENS = {
  today: {
    path: '/desk',
    label: 'Today',
    words: 'home tasks to do revenue earnings income sales figures overview',
    key: 't',
    icon: Sun,
    requests: ['/desk/today?days=30'],
    isOnPhoneBar: true,
  },
  orders: {
    path: '/desk/orders',
    label: 'Orders',
    words: 'sale job work deliver delivery revision cancel deadline invoice',
    key: 'o',
    icon: Package,
    requests: ['/desk/orders?show=mine'],
    isForAssistants: true,
    isOnPhoneBar: true,
  },
  order: {
    path: '/desk/orders/:id',
    label: 'Order',
    parent: 'orders',
    isForAssistants: true,
  },
  inbox: {
    path: '/desk/inbox',
    label: 'Inbox',
    words: 'message chat conversation mail email question reply support',
    key: 'i',
    icon: Inbox,
    requests: ['/communicate/conversations?show=mine'],
    isForAssistants: true,
    isOnPhoneBar: true,
  },
  calendar: {
    path: '/desk/calendar',
    label: 'Calendar',
    words:
      'holiday vacation leave day off away pause availability working days hours capacity busy',
    key: 'v',
    icon: CalendarDays,
    requests: ['/desk/calendar', '/desk/availability'],
    isOnPhoneBar: true,
  },
  clients: {
    path: '/desk/clients',
    label: 'Clients',
    words: 'customer buyer company contact person people lead',
    key: 'k',
    icon: ContactRound,
  },
  client: { path: '/desk/clients/:id', label: 'Client', parent: 'clients' },
  payments: {
    path: '/desk/payments',
    label: 'Payments',
    words:
      'invoice receipt refund money bank payout fee ledger accountant bookkeeping export csv credit note dispute chargeback owed razorpay transfer',
    key: 'm',
    icon: WalletCards,
    requests: ['/desk/payments', '/desk/payments/compensations', '/desk/ledger/months'],
  },
  visits: {
    path: '/desk/visits',
    label: 'Visits',
    words: 'analytics statistics traffic visitors views referrer source',
    key: 'u',
    icon: ChartNoAxesColumn,
    requests: ['/desk/visits?days=30'],
  },
  ...CONTENT_SCREENS,
  reviews: {
    path: '/desk/reviews',
    label: 'Reviews',
    words: 'rating star testimonial feedback',
    key: 'r',
    icon: Star,
  },
  settings: { path: '/desk/settings', label: 'Settings', key: 's', icon: Settings, requests: [] },
  firstSteps: {
    path: '/desk/first-steps',
    label: 'First steps',
    words: 'setup set up start onboarding open launch',
    key: 'n',
    icon: ListChecks,
    about: 'What a new shop needs, and what is still missing',
    parent: 'settings',
    group: 'Your shop',
  },
  look: { path: '/desk/look', label: 'As a visitor', parent: 'firstSteps', requests: [] },
  profile: {
    path: '/desk/profile',
    label: 'Profile',
    words:
      'logo brand colour color name photo picture avatar headline about skills social links phone address reply template snippet',
    key: 'f',
    icon: UserRound,
    about: 'Your name, the texts of the home page and of the seller’s, and ready-made replies',
    parent: 'settings',
    group: 'Your shop',
  },
  terms: {
    path: '/desk/terms',
    label: 'Terms',
    words: 'cancellation cancel refund policy dollar usd currency currencies abroad',
    key: 'c',
    icon: Scale,
    about: 'What a buyer who cancels gets back',
    parent: 'settings',
    group: 'Money and orders',
    requests: ['/desk/cancellation-terms'],
  },
  codes: {
    path: '/desk/codes',
    label: 'Discount codes',
    words: 'coupon voucher promo promotion discount sale',
    key: 'q',
    icon: TicketPercent,
    about: 'What takes something off a price, and what each brought',
    parent: 'settings',
    group: 'Money and orders',
    requests: ['/desk/discounts', '/desk/gigs'],
  },
  tax: {
    path: '/desk/tax',
    label: 'Tax',
    words:
      'gst gstin vat tds invoice receipt number export lut letter of undertaking seller company address pan',
    key: 'x',
    icon: Percent,
    about: 'Your GST number, name and address on papers, exports, and the rules',
    parent: 'settings',
    group: 'Money and orders',
  },
  legal: {
    path: '/desk/legal',
    label: 'Legal pages',
    words: 'privacy policy imprint gdpr cookies shipping contact',
    key: 'l',
    icon: BookText,
    about: 'Terms, privacy, refunds, delivery and contact, as visitors read them',
    parent: 'settings',
    group: 'Your shop',
  },
  content: {
    path: '/desk/content',
    label: 'Import and export',
    words: 'import export json migrate move example',
    key: 'e',
    icon: FolderSync,
    about: 'All that visitors read, as one file',
    parent: 'settings',
    group: 'The installation',
    requests: [],
  },
  assistants: {
    path: '/desk/assistants',
    label: 'Assistants',
    words: 'team staff member employee role permission invite user',
    key: 'h',
    icon: UsersRound,
    about: 'Who answers and delivers in your name',
    parent: 'settings',
    group: 'People and safety',
  },
  publish: {
    path: '/desk/publish',
    label: 'Publishing',
    words: 'release live site website deploy rollback version update',
    key: 'p',
    icon: Rocket,
    about: 'What visitors see, and earlier releases',
    parent: 'settings',
    group: 'Your shop',
    requests: ['/desk/publish', '/desk/publish/changes'],
  },
  backups: {
    path: '/desk/backups',
    label: 'Backups',
    words: 'restore copy download data save key',
    key: 'b',
    icon: HardDriveDownload,
    about: 'Copies of the whole database',
    parent: 'settings',
    group: 'People and safety',
  },
  doctor: {
    path: '/desk/doctor',
    label: 'Doctor',
    words: 'health status problem error mail smtp webhook razorpay keys test diagnostics',
    key: 'd',
    icon: Stethoscope,
    about: 'Mail, payments, webhook, disk and the rest of this installation',
    parent: 'settings',
    group: 'The installation',
  },
  audit: {
    path: '/desk/audit',
    label: 'Audit log',
    words: 'log history activity security sign-in login device',
    key: 'a',
    icon: ScrollText,
    about: 'Who did what, when and from where',
    parent: 'settings',
    group: 'People and safety',
  },
} as const satisfies Record<string, Screen>;

export type Route = keyof typeof SCREENS;
type PathOf<R extends Route> = (typeof SCREENS)[R]['path'];
/** The screens of one thing, which `:id` names. */
export type ItemRoute = {
  [R in Route]: PathOf<R> extends `${string}/:id` ? R : never;
}[Route];
export type ScreenRoute = Exclude<Route, ItemRoute>;

export const screenOf = (route: Route): Screen => SCREENS[route];

export const isOnPhoneBar = (route: Route): boolean => screenOf(route).isOnPhoneBar === true;

export const ALL_SCREENS = Object.entries<Screen>(SCREENS).map(([route, screen]) => ({
  route: route as Route,
  ...screen,
}));

export const PATHS = Object.fromEntries(ALL_SCREENS.map(({ route, path }) => [route, path])) as {
  [R in Route]: PathOf<R>;
};

type ListedScreen = Screen & { route: ScreenRoute; key: string; icon: LucideIcon };
const isListed = (screen: Screen & { route: Route }): screen is ListedScreen => 'key' in screen;

export const MENU = ALL_SCREENS.filter(isListed).filter(({ parent }) => !parent);
export const SETTINGS = ALL_SCREENS.filter(isListed).filter(({ parent }) => parent);

/** The item of the menu that a screen belongs to. */
export function menuItemOf(route: Route | undefined): Route | undefined {
  const parent = route && screenOf(route).parent;
  return parent ? menuItemOf(parent as Route) : route;
}

export interface Heading {
  title: string;
  /** The screen above. */
  back?: { path: string; label: string };
}

/** The heading of a screen, shown with a skeleton before React and the data arrive. */
export const headingOf = ({ label, parent }: Screen): Heading => ({
  title: label,
  ...(parent && { back: screenOf(parent as Route) }),
});

export function headingAt(path: string): Heading {
  const [, desk, screen, id] = path.split('/');
  const known = `/${[desk, screen, id && ':id'].filter(Boolean).join('/')}`;
  const found = ALL_SCREENS.find((each) => each.path === known);
  return found ? headingOf(found) : { title: 'Dashboard' };
}
