import { ContactRound } from 'lucide-react';
import { useEffect } from 'react';
import type { ClientDto } from '../../../api/modules/clients/dto.ts';
import { type Column, RowTitle, Table } from '../../components/Table.tsx';
import { FilteredList } from '../../features/lists/FilteredList.tsx';
import { pluralize, price, timeAgo } from '../../lib/format.ts';
import { itemPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { clientList } from './clients-store.ts';

/** Amounts in each currency, without those of nothing. */
export const amountsOf = (
  money: ClientDto['money'],
  name: 'received' | 'refunded' | 'open',
): string =>
  money
    .filter((each) => each[name] > 0)
    .map((each) => price(each[name], each.currency))
    .join(' + ');

const COLUMNS: Column<ClientDto>[] = [
  {
    name: 'Client',
    cell: ({ name, company, email, isDeleted }) => (
      <RowTitle
        title={name}
        note={isDeleted ? 'Account deleted' : [company, email].filter(Boolean).join(' · ')}
      />
    ),
  },
  {
    name: 'Orders',
    cell: ({ orders }) => (orders > 0 ? pluralize(orders, 'order') : 'Asked'),
    isShort: true,
  },
  { name: 'Last contact', cell: ({ lastContact }) => timeAgo(lastContact), isShort: true },
  {
    ...{ name: 'Still to pay', isNumber: true, onPhone: 'named' },
    cell: ({ money }) => amountsOf(money, 'open'),
  },
  {
    ...{ name: 'Received', isNumber: true, onPhone: 'beside' },
    cell: ({ money }) => <span className="price">{amountsOf(money, 'received')}</span>,
  },
];

/** Who ordered or asked, those first who were last in touch. */
export function Clients() {
  useEffect(() => void clientList.reload(), []);
  return (
    <ScreenLayout title="Clients" note="Who ordered or asked, by the last contact.">
      <FilteredList
        list={clientList}
        search={['Find a client', 'Name, company or e-mail']}
        count={(page) => page.clients.length}
        empty={['No clients yet', 'Whoever orders or asks a question appears here.', ContactRound]}
      >
        {(page) => (
          <Table
            label="Clients"
            columns={COLUMNS}
            rows={page.clients}
            keyOf={({ _id }) => _id}
            href={({ _id }) => itemPath('client', _id)}
          />
        )}
      </FilteredList>
    </ScreenLayout>
  );
}
