import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { FirstStepList } from './FirstStepList.tsx';
import { $steps, confirmMailFromUrl, loadSteps } from './first-steps-store.ts';

/** All first steps, also when Today shows them no more. */
export function FirstSteps() {
  const steps = useStore($steps);
  useLiveUpdates(loadSteps);
  useEffect(() => void confirmMailFromUrl().then(loadSteps), []);
  return (
    <ScreenLayout title="First steps">
      <LoadedContent loaded={steps} retry={loadSteps}>
        {(value) => (
          <div className="stack">
            <FirstStepList steps={value} reload={loadSteps} />
          </div>
        )}
      </LoadedContent>
    </ScreenLayout>
  );
}
