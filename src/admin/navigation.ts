import {
  BookImage,
  HardDriveDownload,
  Inbox,
  Package,
  Rocket,
  Scale,
  ScrollText,
  Star,
  Stethoscope,
  Sun,
  Tags,
  UserRound,
  WalletCards,
} from 'lucide-react';

/** The dashboard's navigation. `key` opens an item after G; `routes` are the routes that mark it as current. */
export const NAVIGATION_ITEMS = [
  { route: 'today', label: 'Today', key: 't', icon: Sun, routes: ['today'] },
  { route: 'orders', label: 'Orders', key: 'o', icon: Package, routes: ['orders', 'order'] },
  { route: 'inbox', label: 'Inbox', key: 'i', icon: Inbox, routes: ['inbox'] },
  { route: 'payments', label: 'Payments', key: 'm', icon: WalletCards, routes: ['payments'] },
  { route: 'gigs', label: 'Gigs', key: 'g', icon: Tags, routes: ['gigs', 'gig'] },
  {
    route: 'projects',
    label: 'Past work',
    key: 'w',
    icon: BookImage,
    routes: ['projects', 'project'],
  },
  { route: 'reviews', label: 'Reviews', key: 'r', icon: Star, routes: ['reviews'] },
  { route: 'profile', label: 'Profile', key: 'f', icon: UserRound, routes: ['profile'] },
  { route: 'terms', label: 'Terms', key: 'c', icon: Scale, routes: ['terms'] },
  { route: 'publish', label: 'Publish', key: 'p', icon: Rocket, routes: ['publish'] },
  { route: 'backups', label: 'Backups', key: 'b', icon: HardDriveDownload, routes: ['backups'] },
  { route: 'doctor', label: 'Doctor', key: 'd', icon: Stethoscope, routes: ['doctor'] },
  { route: 'audit', label: 'Audit log', key: 'a', icon: ScrollText, routes: ['audit'] },
] as const;
