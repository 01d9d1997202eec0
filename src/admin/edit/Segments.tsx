import '../../components/segments.css';

interface Props<T extends string> {
  label: string;
  of: readonly T[];
  value: T;
  set: (value: T) => void;
}

/** One of a few, side by side. */
export const Segments = <T extends string>({ label, of, value, set }: Props<T>) => (
  <fieldset className="segments" aria-label={label}>
    {of.map((each) => (
      <button type="button" key={each} aria-pressed={each === value} onClick={() => set(each)}>
        {each}
      </button>
    ))}
  </fieldset>
);
