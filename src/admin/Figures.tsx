import './figures.css';
import { type ReactNode, useState } from 'react';

interface FigureProps {
  name: ReactNode;
  value: ReactNode;
  children?: ReactNode;
}

export const Figure = ({ name, value, children }: FigureProps) => (
  <div>
    <dt className="text-13">{name}</dt>
    <dd>
      <strong className="price title-25">{value}</strong>{' '}
      <span className="text-13">{children}</span>
    </dd>
  </div>
);

const HEIGHT = 48;
const MAX_BARS = 60;

interface ChartProps {
  label: string;
  values: { day: string; value: number }[];
  formatValue: (value: number) => string;
  /** Says below it the day and number of the highest bar, or of the one under the pointer. */
  withNumbers?: boolean;
}

/** A small bar chart; days are summed up so that there are at most sixty bars. */
export function BarChart({ label, values, formatValue, withNumbers }: ChartProps) {
  const [pointed, point] = useState<number | null>(null);
  const daysPerBar = Math.ceil(values.length / MAX_BARS);
  const bars = Array.from({ length: Math.ceil(values.length / daysPerBar) }, (_, at) => {
    const days = values.slice(at * daysPerBar, (at + 1) * daysPerBar);
    const [first = '', last = first] = [days[0]?.day, days.at(-1)?.day];
    const day = first === last ? first : `${first} to ${last}`;
    return { day, value: days.reduce((sum, each) => sum + each.value, 0) };
  });
  const max = Math.max(1, ...bars.map((bar) => bar.value));
  const highest = bars.reduce(
    (best, bar) => (bar.value > best.value ? bar : best),
    bars[0] ?? { day: '', value: 0 },
  );
  const shown = (pointed !== null && bars[pointed]) || highest;
  const chart = (
    <svg
      className="bar-chart"
      viewBox={`0 0 ${bars.length * 4} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: most on ${highest.day} with ${formatValue(highest.value)}`}
    >
      {bars.map(({ day, value }, at) => {
        const height = Math.max(value > 0 ? 2 : 1, (value / max) * HEIGHT);
        return (
          <rect
            key={day}
            className={value > 0 ? undefined : 'bar-chart__none'}
            x={at * 4}
            y={HEIGHT - height}
            onPointerEnter={withNumbers ? () => point(at) : undefined}
            width={3}
            height={height}
          >
            <title>{`${day}: ${formatValue(value)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
  if (!withNumbers) return chart;
  return (
    <figure>
      {chart}
      <figcaption className="row space-between text-13" aria-hidden="true">
        <span>{values[0]?.day}</span>
        <strong>
          {shown === highest ? 'Most: ' : ''}
          {shown.day}, {formatValue(shown.value)}
        </strong>
        <span>{values.at(-1)?.day}</span>
      </figcaption>
    </figure>
  );
}
