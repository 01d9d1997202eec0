import { Check, Circle } from 'lucide-react';
import { passwordCriteria } from '../../../api/modules/accounts/rules.ts';

const CRITERIA = {
  length: 'At least 8 characters',
  upper: 'Uppercase',
  lower: 'Lowercase',
  digit: 'Number',
  special: 'Special character',
} as const;

type Name = keyof typeof CRITERIA;

/** Which criteria a password meets; only the length is required. */
export function PasswordHints({ password, names }: { password: string; names: Name[] }) {
  const met = passwordCriteria(password);
  return (
    <ul className="row text-13 password-hints">
      {names.map((name) => (
        <li className="with-icon" key={name} data-criterion={name} data-done={met[name]}>
          <Check aria-hidden="true" />
          <Circle aria-hidden="true" />
          {CRITERIA[name]}
          <span className="visually-hidden">{met[name] ? ' (met)' : ' (not yet)'}</span>
        </li>
      ))}
    </ul>
  );
}
