import { useState } from 'react';
import type { UserDto } from '../../../../api/modules/accounts/dto.ts';
import { NAME_NEEDED } from '../../../../api/modules/accounts/texts.ts';
import { Field } from '../../../components/Field.tsx';
import { messageOf } from '../../../lib/api.ts';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { AvatarPicker } from '../AvatarPicker.tsx';
import { SentForm } from '../SentForm.tsx';
import { saveName, savePicture } from './account-settings-store.ts';

export function NameAndPicture({ user }: { user: UserDto }) {
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState('');

  async function pick(picture: string | null): Promise<void> {
    setSaving(true);
    setRefused('');
    await savePicture(picture).catch((error: unknown) => setRefused(messageOf(error)));
    setSaving(false);
  }

  const form = useForm(async ({ name = '' }) => {
    throwFieldErrors({ name: name.trim() ? '' : NAME_NEEDED });
    await saveName({ name });
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
      <SentForm form={form} label={['Save name', 'Saving...']}>
        <Field
          label="Full Name"
          autoComplete="name"
          defaultValue={user.name}
          {...form.field('name')}
        />
      </SentForm>
    </>
  );
}
