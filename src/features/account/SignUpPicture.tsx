import { useState } from 'react';
import { AvatarPicker } from './AvatarPicker.tsx';

/** The picture of the sign-up form, as a field of it. */
export function SignUpPicture() {
  const [picture, setPicture] = useState<string | null>(null);
  return (
    <>
      <AvatarPicker label="Profile picture (optional)" picture={picture} onPick={setPicture} />
      <input type="hidden" name="avatar" value={picture ?? ''} />
    </>
  );
}
