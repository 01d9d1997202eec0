import { useState } from 'react';
import type { WireUser } from '../../../../api/accounts/present.ts';
import { NAME_NEEDED } from '../../../../api/accounts/rules.ts';
import { messageOf } from '../../../lib/api.ts';
import { refuse, useForm } from '../../../lib/form.ts';
import { Field } from '../../../ui/Field.tsx';
import { AvatarPicker } from '../AvatarPicker.tsx';
import { Send } from '../Send.tsx';
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
    refuse({ name: name.trim() ? '' : NAME_NEEDED });
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
          autoComplete="name"
          defaultValue={user.name}
          {...form.field('name')}
        />
        <Send form={form} label="Save name" busy="Saving..." className="button" />
      </form>
    </>
  );
}
