import { useStore } from '@nanostores/react';
import { ChartNoAxesColumn } from 'lucide-react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { DIRECT, OTHER, SPANS } from '../../../api/modules/visits/rules.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { Table, TextTable } from '../../components/Table.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { monthName, plainDate } from '../../lib/format.ts';
import { BarChart, Figure } from '../Figures.tsx';
import { adminApi, remote } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const $days = atom<(typeof SPANS)[number]>(30);

const fetchVisits = (days: number) =>
  readJson(adminApi.visits.$get({ query: { days: String(days) } } as object));

type Found = Awaited<ReturnType<typeof fetchVisits>>;

const $visits = remote(() => fetchVisits($days.get()), 'visits');

function chooseDays(days: (typeof SPANS)[number]): void {
  $days.set(days);
  void $visits.load();
}

/** How often pages were opened, where visitors came from, and what became of it. */
export function Visits() {
  const visits = useStore($visits);
  const days = useStore($days);
  useEffect(() => void $visits.load(), []);
  return (
    <ScreenLayout
      title="Visits"
      note="Pages opened, not people: nobody is recognised, and nothing is stored in a browser."
      actions={
        <SegmentedControl label="How far back" options={SPANS} value={days} onChange={chooseDays}>
          {(span) => (span === 0 ? 'All' : `${span} days`)}
        </SegmentedControl>
      }
    >
      <LoadedContent loaded={visits} retry={$visits.load}>
        {(found) => (found.pages.length === 0 ? <Nothing /> : <Numbers {...found} />)}
      </LoadedContent>
    </ScreenLayout>
  );
}

const Nothing = () => (
  <EmptyState icon={ChartNoAxesColumn} title="No visits yet">
    <p>
      Share the address of your shop. Your own visits and robots are not counted, nor are pages that
      a CDN answers.
    </p>
  </EmptyState>
);

const number = (count: number): string => count.toLocaleString('en-IN');

const PAGES: Record<string, string> = {
  '/': 'Home',
  '/my-gig': 'All services',
  '/my-work': 'Past work',
};
const SOURCES: Record<string, string> = {
  [DIRECT]: 'No page before (typed, a bookmark, an app)',
  [OTHER]: 'Others, fewer than five each',
};

function Numbers({ days, series, pages, sources, orderPages, way }: Found) {
  const opened = series.reduce((sum, { count }) => sum + count, 0);
  const nameOf = (at: string) => (at.length === 7 ? monthName(at) : plainDate(at));
  return (
    <div className="stack">
      <section className="card card--padded stack" aria-labelledby="opened">
        <h2 id="opened">{number(opened)} pages opened</h2>
        <BarChart
          label={days === 0 ? 'Pages opened by month' : `Pages opened in the last ${days} days`}
          values={series.map(({ at, count }) => ({ day: nameOf(at), value: count }))}
          formatValue={number}
          withNumbers
        />
        <details>
          <summary>As a table</summary>
          <TextTable
            isPlain
            label="Pages opened"
            head={[days === 0 ? 'Month' : 'Day', 'Pages']}
            rows={series.toReversed().map(({ at, count }) => [nameOf(at), number(count)])}
          />
        </details>
      </section>
      <section className="card card--padded stack" aria-labelledby="way">
        <h2 id="way">The way to a paid order</h2>
        <dl className="auto-columns key-figures">
          <Figure name="Gig pages opened" value={number(way.gigs)} />
          <Figure name="Order pressed" value={number(way.opened)} />
          <Figure name="Orders placed" value={number(way.placed)} />
          <Figure name="Orders paid" value={number(way.paid)} />
        </dl>
      </section>
      <Counts
        {...{ title: 'Where Order was pressed', head: 'Page', empty: 'Nobody has pressed Order.' }}
        rows={orderPages}
        names={PAGES}
      />
      <Counts {...{ title: 'Pages', head: 'Page', empty: '' }} rows={pages} names={PAGES} />
      <Counts
        {...{
          title: 'Where visitors came from',
          head: 'Site or campaign',
          empty: 'Nobody came from outside.',
        }}
        rows={sources}
        names={SOURCES}
      />
      <p className="text-13">
        Robots, your own visits and pages that a CDN answers are not counted. A killed process loses
        its last minute.
      </p>
    </div>
  );
}

interface CountsProps {
  title: string;
  head: string;
  empty: string;
  rows: { name: string; count: number; title?: string | null }[];
  names: Record<string, string>;
}

const Counts = ({ title, head, empty, rows, names }: CountsProps) => (
  <section className="stack stack--medium" aria-label={title}>
    <h2>{title}</h2>
    {rows.length === 0 ? (
      <p className="muted">{empty}</p>
    ) : (
      <Table
        label={title}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: head, cell: (row) => names[row.name] ?? row.title ?? row.name },
          {
            ...{ name: 'Times', isNumber: true, onPhone: 'beside' },
            cell: ({ count }) => number(count),
          },
        ]}
      />
    )}
  </section>
);
