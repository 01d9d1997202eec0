import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { monthName, rupees } from '../../lib/format.ts';
import { ledger, showYear, type Year } from './payments-store.ts';

interface Props {
  year: Year;
  /** The year or month that the ledger is limited to; empty for all time. */
  period: string;
}

type Sums = Omit<Year['months'][number], 'month'>;

const add = (a: Sums, b: Sums): Sums => ({
  received: a.received + b.received,
  refunded: a.refunded + b.refunded,
  lost: a.lost + b.lost,
  fees: a.fees + b.fees,
  net: a.net + b.net,
  receipts: a.receipts + b.receipts,
});

/** The sums of a year and of its months; choosing one limits the ledger to it. */
export function Months({ year: { year, years, months }, period }: Props) {
  const monthsWithMovements = months.filter(
    (each) => each.received || each.refunded || each.lost || each.receipts,
  );
  const none = { received: 0, refunded: 0, lost: 0, fees: 0, net: 0, receipts: 0 };
  return (
    <section className="stack stack--medium" aria-label="Totals">
      {years.length > 1 && (
        <SegmentedControl label="Year" options={years} value={year} onChange={showYear} />
      )}
      <ul className="months__list">
        <Period
          name={`All of ${year}`}
          id={String(year)}
          sums={months.reduce(add, none)}
          {...{ period }}
        />
        {monthsWithMovements.toReversed().map(({ month, ...sums }) => (
          <Period key={month} name={monthName(month)} id={month} {...{ sums, period }} />
        ))}
      </ul>
    </section>
  );
}

interface PeriodProps {
  name: string;
  id: string;
  sums: Sums;
  period: string;
}

function Period({ name, id, sums, period }: PeriodProps) {
  const isChosen = id === period;
  const lines = [
    ['Received', sums.received],
    ['Refunded', 0 - sums.refunded],
    ...(sums.lost ? ([['Lost', 0 - sums.lost]] as const) : []),
    ['Fees', 0 - sums.fees],
  ] as const;
  return (
    <li>
      <button
        type="button"
        className="card month"
        aria-pressed={isChosen}
        onClick={() => ledger.filter({ period: isChosen ? '' : id })}
      >
        <span className="month__name">{name}</span>
        <strong>{rupees(sums.net)}</strong>
        {lines.map(([label, amount]) => (
          <span className="month__line text-13" key={label}>
            {label} <span className="price">{rupees(amount)}</span>
          </span>
        ))}
      </button>
    </li>
  );
}
