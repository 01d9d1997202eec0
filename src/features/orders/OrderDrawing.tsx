import './order-drawing.css';
import type { Drawing } from '../../../api/modules/orders/drawing-rules.ts';

interface Label {
  kind: Drawing['marks'][number]['kind'] | 'pause';
  on: string;
  text: string;
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00Z`) / 86_400_000;

/** Which labels are kept first where two would cover each other. */
const RANKS: Label['kind'][] = [
  ...(['today', 'due', 'paid', 'yours', 'part', 'start', 'pause', 'version'] as const),
];
const ABOVE: Label['kind'][] = ['paid', 'due', 'yours', 'pause'];
/** Characters of a line of labels: with large text on a phone, on a phone and on a desk. */
const WIDTHS = { tiny: 20, narrow: 44, wide: 120 };

interface Props {
  drawing: Drawing;
  /** In a row of a list it names today alone; in a card its sentence is shown. */
  size?: 'page' | 'row' | 'card';
}

/** An open order as a dimension line to scale: from the payment until it is yours, the dot is today. */
export function OrderDrawing({ drawing, size = 'page' }: Props) {
  const { marks, spans, sentence } = drawing;
  const days = marks.map(({ on }) => dayNumber(on));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const placeOf = (day: string) =>
    Math.min(1, Math.max(0, (dayNumber(day) - first) / Math.max(1, last - first)));
  const percent = (share: number) => `${100 * share}%`;
  const today = placeOf(marks.find(({ kind }) => kind === 'today')?.on ?? '');
  const tone = spans.some(({ kind }) => kind === 'late') ? 'red' : 'accent';
  const waits = spans.flatMap(({ kind, from, text }) =>
    kind === 'pause' ? [{ kind, on: from, text }] : [],
  );
  const labels: Label[] =
    size === 'row' ? marks.filter(({ kind }) => kind === 'today') : [...marks, ...waits];
  const tiny = placeLabels(labels, placeOf, WIDTHS.tiny);
  const narrow = placeLabels(labels, placeOf, WIDTHS.narrow);
  const wide = placeLabels(labels, placeOf, WIDTHS.wide);
  return (
    <figure>
      <div className="order-drawing mono" data-size={size} aria-hidden="true">
        <i style={{ inlineSize: '100%' }} />
        <i data-tone="accent" style={{ inlineSize: percent(today) }} />
        {spans.map(({ kind, from, to }) => (
          <i
            key={kind + from + to}
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
        {[...wide].map((label) => (
          <span
            key={label.kind + label.on + label.text}
            data-tone={label.kind === 'today' ? tone : undefined}
            data-fits={tiny.has(label) ? 'tiny' : narrow.has(label) ? 'narrow' : 'wide'}
            style={{
              insetInlineStart: percent(placeOf(label.on)),
              insetBlock: ABOVE.includes(label.kind) ? '0 auto' : 'auto 0',
              // At the ends a label stays inside.
              translate: `${-100 * placeOf(label.on)}% 0`,
            }}
          >
            {label.text}
          </span>
        ))}
      </div>
      <figcaption className={size === 'card' ? 'text-15' : 'visually-hidden'}>
        {sentence}
      </figcaption>
    </figure>
  );
}

/** Those that fit into lines of so many characters, above and below, the most important first. */
function placeLabels(labels: Label[], placeOf: (day: string) => number, width: number): Set<Label> {
  const taken: { isAbove: boolean; from: number; to: number }[] = [];
  const shown = new Set<Label>();
  const ranked = labels.toSorted(
    (one, other) => RANKS.indexOf(one.kind) - RANKS.indexOf(other.kind),
  );
  for (const label of ranked) {
    const isAbove = ABOVE.includes(label.kind);
    const from = placeOf(label.on) * (width - label.text.length);
    const to = from + label.text.length + 2;
    if (taken.some((each) => each.isAbove === isAbove && each.from < to && from < each.to))
      continue;
    taken.push({ isAbove, from, to });
    shown.add(label);
  }
  return shown;
}
