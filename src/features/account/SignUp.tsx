import { useEffect, useState } from 'react';
import { NAME_NEEDED, PASSWORDS_DIFFER } from '../../../api/modules/accounts/rules.ts';
import { Field } from '../../components/Field.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { api, read } from '../../lib/api.ts';
import { throwFieldErrors, useForm } from '../../lib/form.ts';
import { returnPath, withReturnPath } from '../../lib/return-path.ts';
import { AlternativeLink } from './AlternativeLink.tsx';
import { AvatarPicker } from './AvatarPicker.tsx';
import { setFlashToast } from './flash-toast.ts';
import { PasswordStrength } from './PasswordStrength.tsx';
import { SocialButtons } from './SocialButtons.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { friendlyMessage, setSignedIn } from './session.ts';
import { validateEmail, validateNewPassword } from './validation.ts';
import { leaveWhenSignedIn } from './visitors-only.ts';

function check(fields: Record<string, string>): void {
  const { name = '', email = '', password = '', confirm = '' } = fields;
  throwFieldErrors({
    name: name.trim() ? '' : NAME_NEEDED,
    email: validateEmail(email),
    password: validateNewPassword(password),
    confirm: password === confirm ? '' : PASSWORDS_DIFFER,
  });
}

export function SignUp() {
  const [avatar, setAvatar] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  useEffect(() => void leaveWhenSignedIn(), []);

  const form = useForm(async (fields) => {
    check(fields);
    const { name = '', email = '' } = fields;
    const json = { name, email, password: fields['password'] ?? '', avatar };
    const { user, message } = await read(api.user['sign-up'].$post({ json })).catch(
      friendlyMessage,
    );
    setFlashToast(message);
    setSignedIn(user);
    location.assign(withReturnPath('/verify-email', returnPath()));
  });

  return (
    <form className="account" method="post" noValidate onSubmit={form.onSubmit}>
      <AvatarPicker
        label="Profile picture (optional)"
        picture={avatar}
        onPick={setAvatar}
        error={form.field('avatar').error}
      />
      <Field label="Full Name" autoComplete="name" {...form.field('name')} />
      <Field label="Email Address" type="email" autoComplete="email" {...form.field('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        onChange={(event) => setPassword(event.target.value)}
        {...form.field('password')}
      />
      <PasswordStrength password={password} />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        {...form.field('confirm')}
      />
      <SubmitButton form={form} label="Create Account" busy="Creating..." />
      <SocialButtons />
      <AlternativeLink text="Already registered?" label="Sign in" path="/sign-in" />
    </form>
  );
}
