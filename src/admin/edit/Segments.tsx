import '../../components/segments.css';

interface Props<T extends string> {
  label: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
}

/** A segmented control: one choice out of a few, side by side. */
export const Segments = <T extends string>({ label, options, value, onChange }: Props<T>) => (
  <fieldset className="segments" aria-label={label}>
    {options.map((each) => (
      <button type="button" key={each} aria-pressed={each === value} onClick={() => onChange(each)}>
        {each}
      </button>
    ))}
  </fieldset>
);
