import {
  BookText,
  CalendarDays,
  FolderSync,
  HardDriveDownload,
  Inbox,
  ListChecks,
  Package,
  Percent,
  Rocket,
  Scale,
  ScrollText,
  Settings,
  Star,
  Stethoscope,
  Sun,
  UserRound,
  UsersRound,
  WalletCards,
} from 'lucide-react';
import { CONTENT_KINDS } from './content-kinds.ts';
import { screenPath } from './router.ts';

/** The screens of Settings; `key` opens one after G. */
export const SETTINGS_ITEMS = [
  {
    route: 'firstSteps',
    label: 'First steps',
    key: 'n',
    icon: ListChecks,
    about: 'What a new shop needs, and what is still missing',
  },
  {
    route: 'profile',
    label: 'Profile',
    key: 'f',
    icon: UserRound,
    about: 'Your name, the texts of the home page and of the seller’s, and ready-made replies',
  },
  {
    route: 'availability',
    label: 'Availability',
    key: 'v',
    icon: CalendarDays,
    about: 'When you take orders, and a pause of the shop',
  },
  {
    route: 'terms',
    label: 'Terms',
    key: 'c',
    icon: Scale,
    about: 'What a buyer who cancels gets back',
  },
  {
    route: 'tax',
    label: 'Tax',
    key: 'x',
    icon: Percent,
    about: 'Exports, the letter of undertaking, and what your accountant must confirm',
  },
  {
    route: 'legal',
    label: 'Legal pages',
    key: 'l',
    icon: BookText,
    about: 'Terms, privacy, refunds, delivery and contact, as visitors read them',
  },
  {
    route: 'content',
    label: 'Import and export',
    key: 'e',
    icon: FolderSync,
    about: 'Gigs, past work and profile as one file',
  },
  {
    route: 'assistants',
    label: 'Assistants',
    key: 'h',
    icon: UsersRound,
    about: 'Who answers and delivers in your name',
  },
  {
    route: 'publish',
    label: 'Publishing',
    key: 'p',
    icon: Rocket,
    about: 'What visitors see, and earlier releases',
  },
  {
    route: 'backups',
    label: 'Backups',
    key: 'b',
    icon: HardDriveDownload,
    about: 'Copies of the whole database',
  },
  {
    route: 'doctor',
    label: 'Doctor',
    key: 'd',
    icon: Stethoscope,
    about: 'Mail, payments, webhook, disk and the rest of this installation',
  },
  {
    route: 'audit',
    label: 'Audit log',
    key: 'a',
    icon: ScrollText,
    about: 'Who did what, when and from where',
  },
] as const;

/** The dashboard's menu. `key` opens an item after G; `routes` are the routes that mark it as current. */
export const NAVIGATION_ITEMS = [
  { route: 'today', label: 'Today', key: 't', icon: Sun, routes: ['today'] },
  { route: 'orders', label: 'Orders', key: 'o', icon: Package, routes: ['orders', 'order'] },
  { route: 'inbox', label: 'Inbox', key: 'i', icon: Inbox, routes: ['inbox'] },
  { route: 'payments', label: 'Payments', key: 'm', icon: WalletCards, routes: ['payments'] },
  ...CONTENT_KINDS.map(({ one, many, label, key, icon }) => ({
    ...{ route: many, label, key, icon },
    routes: [many, one],
  })),
  { route: 'reviews', label: 'Reviews', key: 'r', icon: Star, routes: ['reviews'] },
  {
    route: 'settings',
    label: 'Settings',
    key: 's',
    icon: Settings,
    routes: ['settings', ...SETTINGS_ITEMS.map(({ route }) => route), 'look'],
  },
] as const;

export interface KnownScreen {
  title: string;
  /** The list that the screen belongs to. */
  back?: { path: string; label: string };
}

const backTo = (route: (typeof NAVIGATION_ITEMS)[number]['route'], label: string) => ({
  back: { path: screenPath(route), label },
});

/** The heading of each screen by its path, shown with a skeleton before React and the data arrive. */
export const SCREENS: Record<string, KnownScreen> = {
  ...Object.fromEntries(
    NAVIGATION_ITEMS.map(({ route, label }) => [screenPath(route), { title: label }]),
  ),
  ...Object.fromEntries(
    SETTINGS_ITEMS.map(({ route, label }) => [
      screenPath(route),
      { title: label, ...backTo('settings', 'Settings') },
    ]),
  ),
  [screenPath('look')]: {
    title: 'As a visitor',
    back: { path: screenPath('firstSteps'), label: 'First steps' },
  },
  '/desk/orders/:id': { title: 'Order', ...backTo('orders', 'Orders') },
  ...Object.fromEntries(
    CONTENT_KINDS.map(({ many, path, label, item }) => [
      `${path}/:id`,
      { title: item, ...backTo(many, label) },
    ]),
  ),
};

export function screenAt(path: string): KnownScreen {
  const [, desk, screen, id] = path.split('/');
  const known = [desk, screen, id && ':id'].filter(Boolean).join('/');
  return SCREENS[`/${known}`] ?? { title: 'Dashboard' };
}
