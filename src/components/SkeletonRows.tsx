interface Props {
  rows?: number;
  /** What is being loaded, for screen readers. */
  label?: string;
  className?: string;
  rowClass?: string;
}

/** Rows of a list before they arrive. */
export const SkeletonRows = ({
  rows = 3,
  label = 'Loading',
  className = 'stack',
  rowClass = 'skeleton--row',
}: Props) => (
  <div className={className} role="status" aria-label={label}>
    {[...Array(rows).keys()].map((row) => (
      <div className={`skeleton ${rowClass}`} key={row} aria-hidden="true" />
    ))}
  </div>
);
