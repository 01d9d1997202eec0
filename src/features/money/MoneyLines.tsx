import './money.css';
import { useEffect, useState } from 'react';
import { documentFile } from '../../../api/modules/billing/document-number-rules.ts';
import type { MoneyDto } from '../../../api/modules/buyer-pages/order-money.ts';
import { Button } from '../../components/Button.tsx';
import { dateAndTime, exactRupees, plainDate, timeAgo } from '../../lib/format.ts';

const TICK_MS = 10_000;

interface Props {
  money: MoneyDto;
  orderId: string;
  /** Asks the provider now; absent where that is not possible. */
  check?: (() => void) | undefined;
  busy?: boolean;
}

/** The instalments of an order and every movement of its money, adding up to what the seller holds. */
export function MoneyLines({ money, orderId, check, busy = false }: Props) {
  const { parts: instalments, lines, documents, checkedAt } = money;
  const now = useNow();
  return (
    <div className="stack">
      <p className="money__label text-13">Parts</p>
      <ul className="money" aria-label="Parts">
        {instalments.map(({ name, amount, state, payBy, checkedAt: asked }) => (
          <li key={name}>
            <span>
              {name}
              <span className="text-13">
                {state}
                {payBy && ` by ${plainDate(payBy)}`}
                {asked && ` · ${checkedText(asked, now)}`}
              </span>
            </span>
            <span className="price">{exactRupees(amount)}</span>
          </li>
        ))}
      </ul>
      <p className="money__label text-13">What moved</p>
      <ul className="money" aria-label="Movements">
        {lines.map((line) => (
          <li key={line.kind + line.at + line.amount}>
            <span>
              {line.title}
              <span className="text-13">
                {dateAndTime(line.at)} · {line.state} · {checkedText(line.checkedAt, now)}
              </span>
              {line.receipt && <DocumentLink orderId={orderId} number={line.receipt} />}
            </span>
            <span className="price">{line.amount === 0 ? '—' : exactRupees(line.amount)}</span>
          </li>
        ))}
        <Balance {...money} />
      </ul>
      {documents.map(({ number, at }) => (
        <p className="text-15" key={number}>
          {plainDate(at)}: <DocumentLink orderId={orderId} number={number} />
        </p>
      ))}
      <p className="row">
        {checkedAt && <span className="text-13">{checkedText(checkedAt, now)}</span>}
        {check && (
          <Button small disabled={busy} onClick={check}>
            {busy ? 'Asking…' : 'Ask Razorpay now'}
          </Button>
        )}
      </p>
    </div>
  );
}

/** The amount that the seller holds, and how much of it is disputed. */
export const Balance = ({ balance, disputed }: Pick<MoneyDto, 'balance' | 'disputed'>) => (
  <li className="money__sum">
    <span>
      <strong>With the seller now</strong>
      {disputed > 0 && (
        <span className="text-13">
          Your bank is deciding about {exactRupees(disputed)} of it. That payment cannot be refunded
          until then.
        </span>
      )}
    </span>
    <strong className="price">{exactRupees(balance)}</strong>
  </li>
);

/** The kinds of document by the first letters of their numbers. */
const KINDS: Record<string, string> = {
  VY: 'Receipt',
  VI: 'Invoice',
  VR: 'Refund document',
  VC: 'Credit note',
};

const DocumentLink = ({ orderId, number }: { orderId: string; number: string }) => (
  <a
    className="money__document"
    href={`/api/v1/gig/order/${orderId}/receipts/${documentFile(number)}`}
    download
  >
    {KINDS[number.slice(0, 2)]} {number}
  </a>
);

/** 'checked with Razorpay 40 s ago'. */
function checkedText(at: string, now: number): string {
  const seconds = Math.round((now - Date.parse(at)) / 1000);
  const when = seconds >= 5 && seconds < 60 ? `${seconds} s ago` : timeAgo(at, now);
  return `checked with Razorpay ${when}`;
}

/** The current time, updated every ten seconds. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
