import {
  BookImage,
  HardDriveDownload,
  Inbox,
  Package,
  Rocket,
  Star,
  Sun,
  Tags,
  WalletCards,
} from 'lucide-react';

/** Where the owner can go; `key` after G leads there. */
export const NAVIGATION_ITEMS = [
  { route: 'today', label: 'Today', key: 't', icon: Sun, holds: ['today'] },
  { route: 'orders', label: 'Orders', key: 'o', icon: Package, holds: ['orders', 'order'] },
  { route: 'inbox', label: 'Inbox', key: 'i', icon: Inbox, holds: ['inbox'] },
  { route: 'payments', label: 'Payments', key: 'm', icon: WalletCards, holds: ['payments'] },
  { route: 'gigs', label: 'Gigs', key: 'g', icon: Tags, holds: ['gigs', 'gig'] },
  {
    route: 'projects',
    label: 'Past work',
    key: 'w',
    icon: BookImage,
    holds: ['projects', 'project'],
  },
  { route: 'reviews', label: 'Reviews', key: 'r', icon: Star, holds: ['reviews'] },
  { route: 'publish', label: 'Publish', key: 'p', icon: Rocket, holds: ['publish'] },
  { route: 'backups', label: 'Backups', key: 'b', icon: HardDriveDownload, holds: ['backups'] },
] as const;
