import { Lock } from 'lucide-react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { screenPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

/** What an assistant sees at the address of a screen that only the owner may open. */
export const ClosedScreen = () => (
  <ScreenLayout title="Only for the owner">
    <EmptyState icon={Lock} title="This screen is open to the owner only">
      <p>
        As an assistant you work with the inbox and the orders. Ask the owner for anything else.
      </p>
      <a className="button" href={screenPath('inbox')}>
        To the inbox
      </a>
    </EmptyState>
  </ScreenLayout>
);
