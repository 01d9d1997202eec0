import { SkeletonRows } from '../components/SkeletonRows.tsx';

/** The placeholder of a screen until the user and the data are loaded. */
export const ScreenSkeleton = ({ title }: { title: string }) => (
  <>
    <header className="screen-head">
      <h1>{title}</h1>
    </header>
    <SkeletonRows />
  </>
);
