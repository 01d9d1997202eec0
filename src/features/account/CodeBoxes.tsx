import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { CODE_LENGTH } from '../../../api/modules/accounts/rules.ts';

interface Props {
  invalid: boolean;
  /** The id of the error message. */
  describedBy?: string | undefined;
}

/** Six boxes that read as one field: paste fills them, typing moves on, backspace moves back. */
export function CodeBoxes({ invalid, describedBy }: Props) {
  const [digits, setDigits] = useState<string[]>(() => Array(CODE_LENGTH).fill(''));
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (at: number) => boxes.current[Math.min(Math.max(at, 0), CODE_LENGTH - 1)]?.focus();

  function fill(from: number, text: string): void {
    const typed = text.replace(/\D/g, '').slice(0, CODE_LENGTH - from);
    if (!typed) return;
    setDigits((current) =>
      current.map(
        (digit, at) => (at >= from && at < from + typed.length ? typed[at - from] : digit) ?? '',
      ),
    );
    focus(from + typed.length);
  }

  function type(at: number, value: string): void {
    if (value === '') setDigits((current) => current.with(at, ''));
    // Autofill puts the whole code into whichever box it finds.
    else if (value.length >= CODE_LENGTH) fill(0, value);
    // The box already has a digit, so the other character is the new one.
    else fill(at, value.length === 2 ? value.replace(digits[at] ?? '', '') : value);
  }

  function key(at: number, event: KeyboardEvent): void {
    if (event.key === 'Backspace' && !digits[at]) {
      event.preventDefault();
      setDigits((current) => (at > 0 ? current.with(at - 1, '') : current));
      focus(at - 1);
    }
    if (event.key === 'ArrowLeft') focus(at - 1);
    if (event.key === 'ArrowRight') focus(at + 1);
  }

  function paste(event: ClipboardEvent): void {
    event.preventDefault();
    fill(0, event.clipboardData.getData('text'));
  }

  return (
    <fieldset className="code" onPaste={paste} aria-describedby={describedBy}>
      <legend className="visually-hidden">Six-digit code</legend>
      <input type="hidden" name="code" value={digits.join('')} />
      {digits.map((digit, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes have no identity but their position.
          key={at}
          ref={(box) => {
            boxes.current[at] = box;
          }}
          aria-label={`Digit ${at + 1} of ${CODE_LENGTH}`}
          aria-invalid={invalid}
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          value={digit}
          onChange={(event) => type(at, event.target.value)}
          onKeyDown={(event) => key(at, event)}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </fieldset>
  );
}
