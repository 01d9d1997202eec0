import { useEffect, useState } from 'react';
import { NAME_NEEDED, PASSWORDS_DIFFER } from '../../../api/accounts/rules.ts';
import { api, read } from '../../lib/api.ts';
import { refuse, useForm } from '../../lib/form.ts';
import { nextPath, withNext } from '../../lib/next.ts';
import { Field } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { AvatarPicker } from './AvatarPicker.tsx';
import { carryToast } from './carried.ts';
import { mistakeInEmail, mistakeInNewPassword } from './mistakes.ts';
import { OtherWay } from './OtherWay.tsx';
import { Send } from './Send.tsx';
import { SocialButtons } from './SocialButtons.tsx';
import { Strength } from './Strength.tsx';
import { enter, reworded } from './session.ts';
import { leaveWhenSignedIn } from './visitors-only.ts';

function check(fields: Record<string, string>): void {
  const { name = '', email = '', password = '', confirm = '' } = fields;
  refuse({
    name: name.trim() ? '' : NAME_NEEDED,
    email: mistakeInEmail(email),
    password: mistakeInNewPassword(password),
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
    const { user, message } = await read(api.user['sign-up'].$post({ json })).catch(reworded);
    carryToast(message);
    enter(user);
    location.assign(withNext('/verify-email', nextPath()));
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
      <Strength password={password} />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        {...form.field('confirm')}
      />
      <Send form={form} label="Create Account" busy="Creating..." />
      <SocialButtons />
      <OtherWay text="Already registered?" label="Sign in" path="/sign-in" />
    </form>
  );
}
