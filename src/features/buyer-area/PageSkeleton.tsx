import { SkeletonRows } from '../../components/SkeletonRows.tsx';

/** A page with a heading and a list before React and its data are loaded; other skeletons are beside their screen. */
export const PageSkeleton = ({ title }: { title: string }) => (
  <>
    <header className="page-head">
      <h1>{title}</h1>
    </header>
    <SkeletonRows rowClass="skeleton--card" />
  </>
);
