import './segmented-control.css';
import type { ReactNode } from 'react';

interface Props<T> {
  label: string;
  options: readonly T[];
  /** Undefined while none of them applies. */
  value: T | undefined;
  onChange: (value: T) => void;
  /** What a button shows; the option itself by default. */
  children?: (option: T) => ReactNode;
}

/** A segmented control: one choice out of a few, side by side. */
export const SegmentedControl = <T extends string | number>(props: Props<T>) => {
  const { label, options, value, onChange, children = String } = props;
  return (
    <fieldset className="segmented-control" aria-label={label}>
      {options.map((each) => (
        <button
          type="button"
          key={each}
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {children(each)}
        </button>
      ))}
    </fieldset>
  );
};
