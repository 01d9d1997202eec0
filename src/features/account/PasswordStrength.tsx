import { passwordStrength, STRENGTH_LABELS } from '../../../api/modules/accounts/rules.ts';
import { PasswordHints } from './PasswordHints.tsx';

/** Four segments, a word and a checklist; advice only, weak passwords are not refused. */
export function PasswordStrength({ password }: { password: string }) {
  const score = passwordStrength(password);
  return (
    <div className="password-strength stack stack--small" data-used={password ? '' : undefined}>
      <div
        className="password-strength__bar"
        data-score={password ? score : undefined}
        aria-hidden="true"
      >
        {STRENGTH_LABELS.slice(1).map((label, at) => (
          <span key={label} data-on={score > at} />
        ))}
      </div>
      <p className="text-13" role="status">
        {password ? `Password strength: ${STRENGTH_LABELS[score]}` : 'Password strength'}
      </p>
      <PasswordHints password={password} names={['length', 'upper', 'lower', 'digit', 'special']} />
    </div>
  );
}
