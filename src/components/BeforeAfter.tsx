import './before-after.css';
import type { ReactNode } from 'react';

interface Props {
  before: ReactNode;
  after: ReactNode;
  names?: [before: string, after: string];
  /** What surrounds each picture. */
  frame?: string;
}

/** Two pictures of the same, with a line between them that can be moved; without a script side by side. */
export const BeforeAfter = ({ before, after, names = ['Before', 'After'], frame }: Props) => (
  <div className="before-after" data-before-after>
    <figure>
      <div className={frame}>{before}</div>
      <figcaption className="tag">{names[0]}</figcaption>
    </figure>
    <figure>
      <div className={frame}>{after}</div>
      <figcaption className="tag">{names[1]}</figcaption>
    </figure>
    <input
      className="needs-script"
      type="range"
      min="0"
      max="100"
      defaultValue="50"
      aria-label={`How much is shown of ${names[0]}`}
      onInput={({ currentTarget: { parentElement, value } }) =>
        parentElement?.style.setProperty('--shown', `${value}%`)
      }
    />
  </div>
);
