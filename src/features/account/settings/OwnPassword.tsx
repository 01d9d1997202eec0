import { useStore } from '@nanostores/react';
import { PASSWORD_NEEDED } from '../../../../api/modules/accounts/texts.ts';
import { PasswordField } from '../../../components/PasswordField.tsx';
import type { Form } from '../../../lib/use-form.ts';
import { $factors } from './second-factor-store.ts';

const isKnownWithout = (factors: ReturnType<typeof $factors.get>): boolean =>
  factors.state === 'loaded' && !factors.value.hasPassword;

/** Whether the account has no password; false until it is known. */
export const useNoPassword = (): boolean => isKnownWithout(useStore($factors));

/** The password, for a change that needs it; an account without one is asked for another proof by the dialog. */
export function OwnPassword({ form, label = 'Your Password' }: { form: Form; label?: string }) {
  if (useNoPassword()) return null;
  return (
    <PasswordField label={label} autoComplete="current-password" {...form.field('password')} />
  );
}

export const ownPasswordProblem = (password: string): string =>
  password || isKnownWithout($factors.get()) ? '' : PASSWORD_NEEDED;
