import { type ChangeEvent, useId, useState } from 'react';
import { AVATAR_MOST_CHARS, AVATAR_REFUSED } from '../../../api/accounts/rules.ts';

interface Props {
  /** A data string, or null for the default. */
  picture: string | null;
  onPick: (picture: string | null) => void;
  error?: string | undefined;
}

export function AvatarPicker({ picture, onPick, error }: Props) {
  const id = useId();
  const [refused, setRefused] = useState('');

  async function pick(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0];
    if (!file) return;
    const data = await asDataString(file);
    const fits = /^data:image\/(jpeg|png|webp|avif);/.test(data) && data.length < AVATAR_MOST_CHARS;
    setRefused(fits ? '' : AVATAR_REFUSED);
    if (fits) onPick(data);
  }

  return (
    <div className="avatar-picker">
      <img src={picture ?? '/img/avatar-blank.svg'} alt="" width={72} height={72} />
      <div className="field">
        <label htmlFor={id}>Profile picture (optional)</label>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-describedby={`${id}-error`}
          onChange={(event) => void pick(event)}
        />
        <p className="field__error" id={`${id}-error`} role="alert">
          {refused || error}
        </p>
      </div>
    </div>
  );
}

function asDataString(file: File): Promise<string> {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => done('');
    reader.readAsDataURL(file);
  });
}
