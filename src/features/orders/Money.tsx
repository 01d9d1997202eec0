import './money.css';
import { useStore } from '@nanostores/react';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MoneyDto } from '../../../api/modules/receipts/money-dto.ts';
import { documentFile } from '../../../api/modules/receipts/rules.ts';
import type { OrderDetailsDto } from '../../../api/modules/reviews/order-details.ts';
import { formatPaise, toPaise } from '../../../api/platform/money/rules.ts';
import { api, read } from '../../lib/api.ts';
import { fetchInto, loaded } from '../../lib/async-store.ts';
import { ago, moment } from '../../lib/format.ts';
import { LoadedContent } from '../loading/LoadedContent.tsx';
import { DefinitionList } from './DefinitionList.tsx';

const $money = loaded<MoneyDto>();

const loadMoney = (orderId: string): Promise<boolean> =>
  fetchInto(
    $money,
    async () => (await read(api.gig.order[':orderId'].money.$get({ param: { orderId } }))).money,
  );

/** Always with paise, so that the lines can be added up. */
const exact = (rupees: number): string => formatPaise(toPaise(rupees));

/** Every part, payment, refund and question of a bank, adding up to what the seller holds. */
export function Money({ order }: { order: OrderDetailsDto }) {
  const money = useStore($money);
  const [isOpen, setOpen] = useState(false);
  // Fetched again with every change of the order.
  useEffect(() => {
    if (isOpen) void loadMoney(order._id);
  }, [isOpen, order]);
  return (
    <details className="sheet fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Where is my money</h2>
        <ChevronDown className="fold__mark" aria-hidden="true" />
      </summary>
      {isOpen && (
        <LoadedContent loaded={money} retry={() => loadMoney(order._id)} failedTitle={null}>
          {(value) => <Lines money={value} orderId={order._id} />}
        </LoadedContent>
      )}
    </details>
  );
}

function Lines({ money, orderId }: { money: MoneyDto; orderId: string }) {
  const { parts, lines, balance, checkedAt } = money;
  return (
    <div className="stack">
      <DefinitionList
        rows={parts.map(({ number, amount, state }): [string, string] => [
          `Part ${number} of ${parts.length}: ${state}`,
          exact(amount),
        ])}
      />
      <ul className="money" aria-label="Movements">
        {lines.map((line) => (
          <li key={line.kind + line.at + line.amount}>
            <span>
              {line.title}
              <span className="fine">
                {moment(line.at)} · {line.state}
              </span>
              {line.receipt && (
                <a
                  className="fine"
                  href={`/api/v1/gig/order/${orderId}/receipts/${documentFile(line.receipt)}`}
                  download
                >
                  Receipt {line.receipt}
                </a>
              )}
            </span>
            <span className="price">{line.amount === 0 ? '—' : exact(line.amount)}</span>
          </li>
        ))}
        <li className="money__sum">
          <strong>With the seller now</strong>
          <strong className="price">{exact(balance)}</strong>
        </li>
      </ul>
      {checkedAt && <p className="fine">Checked with Razorpay {ago(checkedAt)}.</p>}
    </div>
  );
}
