import { Check, Circle } from 'lucide-react';
import {
  passwordCriteria,
  passwordStrength,
  STRENGTH_LABELS,
} from '../../../api/accounts/rules.ts';

const CRITERIA = {
  length: 'At least 8 characters',
  upper: 'An uppercase letter',
  lower: 'A lowercase letter',
  digit: 'A number',
  special: 'A special character',
} as const;

/** Four segments, a word and a checklist; advice only (spec §5). */
export function Strength({ password }: { password: string }) {
  const score = passwordStrength(password);
  const met = passwordCriteria(password);
  return (
    <div className="strength">
      <div className="strength__bar" data-score={password ? score : undefined} aria-hidden="true">
        {STRENGTH_LABELS.slice(1).map((label, at) => (
          <span key={label} data-on={score > at} />
        ))}
      </div>
      <p className="fine" role="status">
        {password ? `Password strength: ${STRENGTH_LABELS[score]}` : 'Password strength'}
      </p>
      <ul className="strength__list">
        {Object.entries(CRITERIA).map(([name, text]) => {
          const done = met[name as keyof typeof CRITERIA];
          return (
            <li key={name} data-done={done}>
              {done ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
              {text}
              <span className="visually-hidden">{done ? ' (met)' : ' (not yet)'}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
