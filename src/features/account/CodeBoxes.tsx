import { useEffect, useRef } from 'react';
import { CODE_LENGTH } from '../../../api/modules/accounts/rules.ts';
import { enhanceCode } from './enhance-code.ts';

interface Props {
  invalid?: boolean;
  /** The id of the error message. */
  describedBy?: string | undefined;
}

/** Six boxes that read as one field; the account forms use them without React. */
export function CodeBoxes({ invalid = false, describedBy }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  const field = useRef<ReturnType<typeof enhanceCode>>(null);
  useEffect(() => {
    if (!group.current) return;
    field.current = enhanceCode(group.current);
    return field.current.stop;
  }, []);
  useEffect(() => {
    if (invalid) field.current?.clear();
  }, [invalid]);
  return (
    <fieldset className="field code-boxes" ref={group} aria-describedby={describedBy}>
      <legend className="visually-hidden">Six-digit code</legend>
      <input type="hidden" name="code" />
      {Array.from({ length: CODE_LENGTH }, (_, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes have no identity but their position.
          key={at}
          aria-label={`Digit ${at + 1} of ${CODE_LENGTH}`}
          aria-invalid={invalid}
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
        />
      ))}
    </fieldset>
  );
}
