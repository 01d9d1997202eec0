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
import { shortId } from '../../../api/modules/orders/rules.ts';
import { type Choice, type Group, Palette } from '../../components/Palette.tsx';
import { switchTheme } from '../../components/theme.ts';
import { api, read } from '../../lib/api.ts';
import { matchesSearch } from '../orders/stores.ts';
import { NAVIGATION } from './links.ts';
import { leave } from './sign-out.ts';

const MOST = 5;
const LATEST = 3;

const place = (label: string, href: string, icon: Choice['icon']): Choice => ({
  ...{ id: href, label, icon },
  run: () => location.assign(href),
});

const PLACES = [
  ...NAVIGATION.map(({ label, href }) => place(label, href, Home)),
  place('Your orders', '/orders', Package),
  place('Notifications', '/notifications', Bell),
  place('Profile', '/profile', UserRound),
  place('Settings', '/settings', Settings),
];

const fixed = (user: UserDto): Group[] => [
  {
    heading: 'Go to',
    choices: user.role === 'owner' ? [place('Desk', '/desk', LayoutDashboard), ...PLACES] : PLACES,
  },
  {
    heading: 'Do',
    choices: [
      { id: 'theme', label: 'Switch between light and dark', icon: SunMoon, run: switchTheme },
      { id: 'sign-out', label: 'Sign out', icon: LogOut, run: () => void leave() },
    ],
  },
];

/** The person's own orders and the gigs, asked for once while the palette is open. */
function search() {
  let here: Promise<{ orders: OrderDto[]; gigs: { _id: string; title: string }[] }> | undefined;
  const ask = async () => {
    const [{ orders }, { gigs }] = await Promise.all([
      read(api.gig.order['user-orders'].$get()),
      read(api.gig.get.$get()),
    ]);
    return { orders, gigs };
  };
  return async (words: string): Promise<Group[]> => {
    here ??= ask();
    const { orders, gigs } = await here.catch((error) => {
      here = undefined;
      throw error;
    });
    const mine = matchesSearch(orders, words).slice(0, words ? MOST : LATEST);
    const titleOf = (order: OrderDto) => order.OrderItems[0]?.title ?? '';
    const wanted = words.toLowerCase();
    const offered = words ? gigs.filter(({ title }) => title.toLowerCase().includes(wanted)) : [];
    return [
      {
        heading: words ? 'Your orders' : 'Your latest orders',
        choices: mine.map((order) => ({
          ...place(`#${shortId(order._id)} ${titleOf(order)}`, `/orders/${order._id}`, Package),
          note: order.orderStatus,
        })),
      },
      {
        heading: 'Conversations',
        choices: mine.map((order) => ({
          ...place(
            `Conversation about #${shortId(order._id)}`,
            `/orders/${order._id}?chat=open`,
            MessageSquare,
          ),
          note: titleOf(order),
        })),
      },
      {
        heading: 'Services',
        choices: offered.map(({ _id, title }) => place(title, `/my-gig/${_id}`, Tags)),
      },
    ].filter(({ choices }) => choices.length > 0);
  };
}

interface Props {
  user: UserDto;
  close: () => void;
}

/** What is the person's own by a few letters of it, where they can go and what they can do. */
export default function BuyerPalette({ user, close }: Props) {
  const [find] = useState(search);
  return (
    <Palette
      placeholder="Order, service, or what to do"
      fixed={fixed(user)}
      find={find}
      close={close}
    />
  );
}
