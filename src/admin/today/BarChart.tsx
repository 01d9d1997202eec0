const HEIGHT = 48;
const MOST_BARS = 60;

interface Props {
  label: string;
  values: { day: string; value: number }[];
  say: (value: number) => string;
}

/** A small bar chart; long spans are summed up into at most sixty bars. */
export function BarChart({ label, values, say }: Props) {
  const each = Math.ceil(values.length / MOST_BARS);
  const bars = Array.from({ length: Math.ceil(values.length / each) }, (_, at) => {
    const part = values.slice(at * each, at * each + each);
    return { day: part[0]?.day ?? '', value: part.reduce((sum, one) => sum + one.value, 0) };
  });
  const top = Math.max(1, ...bars.map((bar) => bar.value));
  const most = bars.reduce(
    (best, bar) => (bar.value > best.value ? bar : best),
    bars[0] ?? { day: '', value: 0 },
  );
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${bars.length * 4} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: most on ${most.day} with ${say(most.value)}`}
    >
      {bars.map(({ day, value }, at) => {
        const high = Math.max(value > 0 ? 2 : 1, (value / top) * HEIGHT);
        return (
          <rect
            key={day}
            className={value > 0 ? undefined : 'bars__none'}
            x={at * 4}
            y={HEIGHT - high}
            width={3}
            height={high}
          >
            <title>{`${day}: ${say(value)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
