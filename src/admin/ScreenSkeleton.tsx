import { SkeletonRows } from '../components/SkeletonRows.tsx';

/** A screen before its owner and its data are known. */
export const ScreenSkeleton = ({ title }: { title: string }) => (
  <>
    <header className="screen-head">
      <h1>{title}</h1>
    </header>
    <SkeletonRows />
  </>
);
