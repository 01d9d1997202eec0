interface Props {
  rows?: number;
  /** What is being loaded, for screen readers. */
  label?: string;
  /** The same for everybody, where it takes long. */
  says?: string;
  className?: string;
  rowClass?: string;
}

/** Rows of a list before they arrive. */
export const SkeletonRows = ({
  rows = 3,
  label = 'Loading',
  says,
  className = 'stack',
  rowClass = 'skeleton--row',
}: Props) => (
  <div className={className} role="status" aria-label={says ? undefined : label}>
    {says && <p className="muted text-15">{says}</p>}
    {[...Array(rows).keys()].map((row) => (
      <div className={`skeleton ${rowClass}`} key={row} aria-hidden="true" />
    ))}
  </div>
);
