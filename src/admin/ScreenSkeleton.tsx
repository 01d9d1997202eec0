import { SkeletonRows } from '../components/SkeletonRows.tsx';
import type { KnownScreen } from './navigation.ts';
import { ScreenHead } from './ScreenLayout.tsx';

/** The placeholder of a screen until the user and the data are loaded. */
export const ScreenSkeleton = (screen: KnownScreen) => (
  <>
    <ScreenHead {...screen} />
    <SkeletonRows />
  </>
);
