import {
  BookImage,
  BookPlus,
  HardDriveDownload,
  LogOut,
  MessageSquare,
  Package,
  Plus,
  Rocket,
  SunMoon,
  Tags,
  UserRound,
} from 'lucide-react';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { switchTheme } from '../../components/theme.ts';
import { readJson } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { makeAndDownloadBackup } from '../backups/backups-store.ts';
import { STATUS_NAMES } from '../edit/PublicationStatus.tsx';
import { openConversationForOrder } from '../inbox/conversations-store.ts';
import { orderList } from '../orders/orders-store.ts';
import { $screens } from '../permissions.ts';
import { publishNow } from '../publish/publish-store.ts';
import { adminApi } from '../requests.ts';
import { goTo, goToItem } from '../router.ts';
import { signOutOfDashboard } from '../sign-out.ts';
import { navigateWhenConfirmed } from '../unsaved-changes.ts';
import { CommandPalette, type PaletteChoice, type PaletteGroup } from './CommandPalette.tsx';

const commands = (): PaletteGroup[] => [
  {
    heading: 'Go to',
    choices: $screens.get().map(({ route, label, icon }) => ({
      ...{ id: route, label, icon },
      run: () => goTo(route),
    })),
  },
  {
    heading: 'Do',
    choices: [
      { id: 'new-gig', label: 'New gig', icon: Plus, run: () => goToItem('gig', 'new') },
      {
        id: 'new-work',
        label: 'New past work',
        icon: BookPlus,
        run: () => goToItem('project', 'new'),
      },
      {
        id: 'publish-now',
        label: 'Publish the site now',
        icon: Rocket,
        run: () => void publishNow(),
      },
      {
        ...{ id: 'backup', label: 'Download a backup', icon: HardDriveDownload },
        run: () => void makeAndDownloadBackup(),
      },
      { id: 'theme', label: 'Switch between light and dark', icon: SunMoon, run: switchTheme },
      { id: 'sign-out', label: 'Sign out', icon: LogOut, run: signOutOfDashboard },
    ],
  },
];

function showOrdersOf(email: string): void {
  navigateWhenConfirmed(() => {
    orderList.filter({ status: '', find: email });
    goTo('orders');
  });
}

const search = (query: string) =>
  readJson(adminApi.find.$get({ query: { words: query } } as object));

async function find(query: string): Promise<PaletteGroup[]> {
  const { orders, buyers, gigs, projects } = await search(query);
  const toChoices = (list: typeof gigs, route: 'gig' | 'project', icon: PaletteChoice['icon']) =>
    list.map(({ _id, title, status }) => ({
      ...{ id: _id, label: title, icon },
      note: STATUS_NAMES[status],
      run: () => goToItem(route, _id),
    }));
  return [
    {
      heading: query ? 'Orders' : 'Orders that changed last',
      choices: orders.map(({ _id, buyer, title, orderStatus }) => ({
        ...{ id: _id, label: `#${orderNumber(_id)} ${buyer}`, icon: Package },
        note: `${title}, ${orderStatus}`,
        run: () => goToItem('order', _id),
      })),
    },
    {
      heading: 'Buyers',
      choices: buyers.flatMap(({ _id, name, email, orders: orderCount, latestOrder }) => [
        {
          ...{ id: _id, label: `Orders of ${name}`, icon: UserRound },
          note: `${pluralize(orderCount, 'order')}, ${email}`,
          run: () => showOrdersOf(email),
        },
        {
          ...{ id: `${_id}-chat`, label: `Write to ${name}`, icon: MessageSquare },
          note: `about #${orderNumber(latestOrder)}, ${email}`,
          run: () => void openConversationForOrder(latestOrder),
        },
      ]),
    },
    { heading: query ? 'Gigs' : 'Gigs edited last', choices: toChoices(gigs, 'gig', Tags) },
    {
      heading: query ? 'Past work' : 'Past work edited last',
      choices: toChoices(projects, 'project', BookImage),
    },
  ].filter(({ choices }) => choices.length > 0);
}

/** Search for orders, buyers, gigs and projects, together with the commands of the dashboard. */
export const AdminPalette = ({ close }: { close: () => void }) => (
  <CommandPalette
    placeholder="Order, buyer, gig, or what to do"
    fixed={commands()}
    find={find}
    close={close}
  />
);
