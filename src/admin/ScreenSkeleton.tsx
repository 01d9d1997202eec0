const ROWS = [1, 2, 3];

/** Rows of a list or of figures before they arrive. */
export const RowsSkeleton = () => (
  <div className="stack" role="status" aria-label="Loading">
    {ROWS.map((row) => (
      <div className="skeleton skeleton--row" key={row} aria-hidden="true" />
    ))}
  </div>
);

/** A screen before its owner and its data are known. */
export const ScreenSkeleton = ({ title }: { title: string }) => (
  <>
    <header className="screen-head">
      <h1>{title}</h1>
    </header>
    <RowsSkeleton />
  </>
);
