import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $factors, loadFactors } from '../../features/account/settings/second-factor-store.ts';
import { AddSecondFactor } from '../AddSecondFactor.tsx';

/** Asks an assistant for a second factor, as the owner is asked on the first screen. */
export function SecondFactorNotice() {
  const factors = useStore($factors);
  useEffect(() => void loadFactors(), []);
  if (factors.state !== 'loaded') return null;
  const { totp, passkeys } = factors.value;
  return totp || passkeys.length > 0 ? null : (
    <AddSecondFactor reason="You read what buyers write and order." />
  );
}
