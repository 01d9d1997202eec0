import {
  Bell,
  Home,
  LayoutDashboard,
  LogOut,
  MessageSquare,
  Package,
  Settings,
  SunMoon,
  Tags,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import {
  CommandPalette,
  type PaletteChoice,
  type PaletteGroup,
} from '../../components/CommandPalette.tsx';
import { switchTheme } from '../../components/theme.ts';
import { api, readJson } from '../../lib/api.ts';
import { dashboardPath } from '../../lib/return-path.ts';
import { matchesSearch } from '../orders/order-list.ts';
import { NAVIGATION } from './navigation-links.ts';
import { signOutWithToast } from './sign-out.ts';

const MAX_RESULTS = 5;
const LATEST = 3;

const linkTo = (label: string, href: string, icon: PaletteChoice['icon']): PaletteChoice => ({
  ...{ id: href, label, icon },
  run: () => location.assign(href),
});

const PAGES = [
  ...NAVIGATION.map(({ label, href }) => linkTo(label, href, Home)),
  linkTo('Your orders', '/orders', Package),
  linkTo('Notifications', '/notifications', Bell),
  linkTo('Profile', '/profile', UserRound),
  linkTo('Settings', '/settings', Settings),
];

const fixed = (user: UserDto): PaletteGroup[] => [
  {
    heading: 'Go to',
    choices:
      user.role === 'buyer'
        ? PAGES
        : [linkTo('Dashboard', dashboardPath(user.role), LayoutDashboard), ...PAGES],
  },
  {
    heading: 'Do',
    choices: [
      { id: 'theme', label: 'Switch between light and dark', icon: SunMoon, run: switchTheme },
      { id: 'sign-out', label: 'Sign out', icon: LogOut, run: () => void signOutWithToast() },
    ],
  },
];

/** Searches the user's orders and the gigs, which are fetched once per opened palette. */
function search() {
  let loading: Promise<{ orders: OrderDto[]; gigs: { _id: string; title: string }[] }> | undefined;
  const load = async () => {
    const [{ orders }, { gigs }] = await Promise.all([
      readJson(api.gig.order['user-orders'].$get()),
      readJson(api.gig.get.$get()),
    ]);
    return { orders, gigs };
  };
  return async (words: string): Promise<PaletteGroup[]> => {
    loading ??= load();
    const { orders, gigs } = await loading.catch((error) => {
      loading = undefined;
      throw error;
    });
    const mine = matchesSearch(orders, words).slice(0, words ? MAX_RESULTS : LATEST);
    const titleOf = (order: OrderDto) => order.OrderItems[0]?.title ?? '';
    const query = words.toLowerCase();
    const offered = words ? gigs.filter(({ title }) => title.toLowerCase().includes(query)) : [];
    return [
      {
        heading: words ? 'Your orders' : 'Your latest orders',
        choices: mine.map((order) => ({
          ...linkTo(
            `#${orderNumber(order._id)} ${titleOf(order)}`,
            `/orders/${order._id}`,
            Package,
          ),
          note: order.orderStatus,
        })),
      },
      {
        heading: 'Conversations',
        choices: mine.map((order) => ({
          ...linkTo(
            `Conversation about #${orderNumber(order._id)}`,
            `/orders/${order._id}?chat=open`,
            MessageSquare,
          ),
          note: titleOf(order),
        })),
      },
      {
        heading: 'Services',
        choices: offered.map(({ _id, title }) => linkTo(title, `/my-gig/${_id}`, Tags)),
      },
    ].filter(({ choices }) => choices.length > 0);
  };
}

interface Props {
  user: UserDto;
  close: () => void;
}

/** The command palette of a buyer: orders, conversations, services, pages and commands. */
export default function BuyerPalette({ user, close }: Props) {
  const [find] = useState(search);
  return (
    <CommandPalette
      placeholder="Order, service, or what to do"
      fixed={fixed(user)}
      find={find}
      close={close}
    />
  );
}
