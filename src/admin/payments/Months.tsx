import './payments.css';
import { toPaise, toRupees } from '../../../api/platform/money/rules.ts';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { monthName, price, rupees } from '../../lib/format.ts';
import { payments, showYear, type Year } from './payments-store.ts';

type Sums = Omit<Year['months'][number], 'month'>;

const add = (a: Sums, b: Sums): Sums => ({
  received: a.received + b.received,
  refunded: a.refunded + b.refunded,
  lost: a.lost + b.lost,
  fees: a.fees + b.fees,
  net: a.net + b.net,
  receipts: a.receipts + b.receipts,
  foreign: [...a.foreign, ...b.foreign],
});
const NONE: Sums = { received: 0, refunded: 0, lost: 0, fees: 0, net: 0, receipts: 0, foreign: [] };

const HEIGHT = 64;

interface Props {
  year: Year;
  /** The month that the list is limited to; empty for all time. */
  chosen: string;
}

/** A bar for each month of a year with its sums; choosing one limits the list to it. */
export function Months({ year: { year, years, months }, chosen }: Props) {
  const isEmpty = months.every(({ received, refunded }) => received + refunded === 0);
  if (isEmpty && years.length === 1) return null;
  const max = Math.max(1, ...months.map(({ net }) => net));
  const sums = months.find(({ month }) => month === chosen) ?? months.reduce(add, NONE);
  const lines = [
    ['Received', sums.received],
    ['Refunded', 0 - sums.refunded],
    ...(sums.lost ? ([['Returned by banks', 0 - sums.lost]] as const) : []),
    ['Fees', 0 - sums.fees],
  ] as const;
  return (
    <section className="card card--padded stack" aria-label="Totals">
      <header className="row space-between">
        <p className="months__net">
          <span className="text-13">Net in {chosen ? monthName(chosen) : year}</span>
          <strong>{rupees(sums.net)}</strong>
        </p>
        {years.length > 1 && (
          <SegmentedControl label="Year" options={years} value={year} onChange={showYear} />
        )}
      </header>
      <ul className="months">
        {months.map(({ month, net, received, refunded, lost }) => (
          <li key={month}>
            <button
              type="button"
              aria-pressed={month === chosen}
              aria-label={`${monthName(month)}: net ${rupees(net)}`}
              disabled={received + refunded + lost === 0 && month !== chosen}
              onClick={() => payments.filter({ period: month === chosen ? '' : month })}
            >
              <svg viewBox={`0 0 1 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
                <Bar height={Math.max(net > 0 ? 2 : 1, (net / max) * HEIGHT)} />
              </svg>
              <span className="months__name">
                {monthName(month).slice(0, 1)}
                <span className="months__rest">{monthName(month).slice(1, 3)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="row text-13">
        {lines.map(([name, amount]) => (
          <span key={name}>
            {name} <span className="price">{rupees(amount)}</span>
          </span>
        ))}
      </p>
      {foreignTotals(sums.foreign).map(({ currency, received, refunded, lost }) => (
        <p className="text-13" key={currency}>
          Of it in {currency}: received {price(received, currency)}, refunded{' '}
          {price(refunded + lost, currency)}. In rupees by the provider’s rate of each payment.
        </p>
      ))}
    </section>
  );
}

/** The sums of several months in each other currency. */
function foreignTotals(all: Sums['foreign']): Sums['foreign'] {
  return [...new Set(all.map(({ currency }) => currency))].map((currency) => {
    const of = all.filter((each) => each.currency === currency);
    const sum = (name: 'received' | 'refunded' | 'lost') =>
      toRupees(of.reduce((total, each) => total + toPaise(each[name]), 0));
    return { currency, received: sum('received'), refunded: sum('refunded'), lost: sum('lost') };
  });
}

const Bar = ({ height }: { height: number }) => (
  <rect y={HEIGHT - height} width={1} height={height} />
);
