import { useState } from 'react';
import type { WireUser } from '../../../../api/accounts/present.ts';
import { NAME_NEEDED } from '../../../../api/accounts/rules.ts';
import { messageOf } from '../../../lib/api.ts';
import { Invalid, useForm } from '../../../lib/form.ts';
import { Field } from '../../../ui/Field.tsx';
import { AvatarPicker } from '../AvatarPicker.tsx';
import { Problem } from '../Problem.tsx';
import { saveName, savePicture } from './stores.ts';

export function NameAndPicture({ user }: { user: WireUser }) {
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState('');

  async function pick(picture: string | null): Promise<void> {
    setSaving(true);
    setRefused('');
    await savePicture(picture).catch((error: unknown) => setRefused(messageOf(error)));
    setSaving(false);
  }

  const form = useForm(async ({ name = '' }) => {
    if (!name.trim()) throw new Invalid(NAME_NEEDED, { name: NAME_NEEDED });
    await saveName(name);
  });

  return (
    <>
      <AvatarPicker
        label="Profile picture"
        picture={user.avatar?.url ?? null}
        onPick={(picture) => void pick(picture)}
        error={refused}
        busy={saving}
      />
      <form className="account" noValidate onSubmit={form.onSubmit}>
        <Field
          label="Full Name"
          name="name"
          autoComplete="name"
          defaultValue={user.name}
          error={form.mistakes['name']}
        />
        <Problem text={form.problem} />
        <button className="button" type="submit" disabled={form.busy}>
          {form.busy ? 'Saving...' : 'Save name'}
        </button>
      </form>
    </>
  );
}
