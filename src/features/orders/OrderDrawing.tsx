import './order-drawing.css';
import type { Drawing } from '../../../api/modules/orders/drawing-rules.ts';

type Mark = Drawing['marks'][number];

const dayNumber = (day: string): number => Date.parse(`${day}T00:00Z`) / 86_400_000;

/** Which labels are kept first where two would cover each other. */
const RANKS: Mark['kind'][] = ['today', 'due', 'paid', 'yours', 'part', 'start', 'version'];
const ABOVE: Mark['kind'][] = ['paid', 'due', 'yours'];
/** Characters of a line of labels on a phone and on a desk. */
const WIDTHS = { narrow: 44, wide: 104 };

/** An open order as a dimension line to scale: from the payment until it is yours, the dot is today. */
export function OrderDrawing({ drawing }: { drawing: Drawing }) {
  const { marks, spans, sentence } = drawing;
  const days = marks.map(({ on }) => dayNumber(on));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const placeOf = (day: string) =>
    Math.min(1, Math.max(0, (dayNumber(day) - first) / Math.max(1, last - first)));
  const percent = (share: number) => `${100 * share}%`;
  const today = placeOf(marks.find(({ kind }) => kind === 'today')?.on ?? '');
  const tone = spans.some(({ kind }) => kind === 'late') ? 'red' : 'accent';
  const narrow = placeLabels(marks, placeOf, WIDTHS.narrow);
  const wide = placeLabels(marks, placeOf, WIDTHS.wide);
  return (
    <figure>
      <div className="order-drawing mono" aria-hidden="true">
        <i style={{ inlineSize: '100%' }} />
        <i data-tone="accent" style={{ inlineSize: percent(today) }} />
        {spans.map(({ kind, from, to }) => (
          <i
            key={kind + from}
            data-tone={kind === 'late' ? 'red' : 'amber'}
            style={{
              insetInlineStart: percent(placeOf(from)),
              inlineSize: percent(placeOf(to) - placeOf(from)),
              borderBlockStartStyle: kind === 'pause' ? 'dashed' : 'solid',
            }}
          />
        ))}
        {marks.map(({ kind, on, text }) => {
          const style = { insetInlineStart: percent(placeOf(on)) };
          if (kind === 'today') return <em key={text} data-tone={tone} style={style} />;
          return <b key={kind + text} style={style} />;
        })}
        {[...wide].map((mark) => (
          <span
            key={mark.kind + mark.text}
            data-tone={mark.kind === 'today' ? tone : undefined}
            data-wide={!narrow.has(mark)}
            style={{
              insetInlineStart: percent(placeOf(mark.on)),
              insetBlock: ABOVE.includes(mark.kind) ? '0 auto' : 'auto 0',
              // At the ends a label stays inside.
              translate: `${-100 * placeOf(mark.on)}% 0`,
            }}
          >
            {mark.text}
          </span>
        ))}
      </div>
      <figcaption className="visually-hidden">{sentence}</figcaption>
    </figure>
  );
}

/** The marks whose labels fit into lines of so many characters, above and below, the most important first. */
function placeLabels(marks: Mark[], placeOf: (day: string) => number, width: number): Set<Mark> {
  const taken: { isAbove: boolean; from: number; to: number }[] = [];
  const shown = new Set<Mark>();
  const ranked = marks.toSorted(
    (one, other) => RANKS.indexOf(one.kind) - RANKS.indexOf(other.kind),
  );
  for (const mark of ranked) {
    const isAbove = ABOVE.includes(mark.kind);
    const from = placeOf(mark.on) * (width - mark.text.length);
    const to = from + mark.text.length + 2;
    if (taken.some((each) => each.isAbove === isAbove && each.from < to && from < each.to))
      continue;
    taken.push({ isAbove, from, to });
    shown.add(mark);
  }
  return shown;
}
