import { useEffect, useState } from 'react';
import {
  charactersOf,
  EMAIL_NEEDED,
  NAME_NEEDED,
  PASSWORD_LEAST,
  PASSWORD_SHORT,
  PASSWORDS_DIFFER,
} from '../../../api/accounts/rules.ts';
import { api, read } from '../../lib/api.ts';
import { Invalid, useForm } from '../../lib/form.ts';
import { nextPath, withNext } from '../../lib/next.ts';
import { Field } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { AvatarPicker } from './AvatarPicker.tsx';
import { carryToast } from './carried.ts';
import { OtherWay } from './OtherWay.tsx';
import { Problem } from './Problem.tsx';
import { SocialButtons } from './SocialButtons.tsx';
import { Strength } from './Strength.tsx';
import { enter, reworded } from './session.ts';
import { leaveWhenSignedIn } from './visitors-only.ts';

function check(fields: Record<string, string>): void {
  const { name = '', email = '', password = '', confirm = '' } = fields;
  const mistakes = {
    ...(name.trim() ? {} : { name: NAME_NEEDED }),
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: EMAIL_NEEDED }),
    ...(charactersOf(password) >= PASSWORD_LEAST ? {} : { password: PASSWORD_SHORT }),
    ...(password === confirm ? {} : { confirm: PASSWORDS_DIFFER }),
  };
  const [first] = Object.values(mistakes);
  if (first) throw new Invalid(first, mistakes);
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
        error={form.mistakes['avatar']}
      />
      <Field label="Full Name" name="name" autoComplete="name" error={form.mistakes['name']} />
      <Field
        label="Email Address"
        name="email"
        type="email"
        autoComplete="email"
        error={form.mistakes['email']}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        error={form.mistakes['password']}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Strength password={password} />
      <PasswordField
        label="Confirm Password"
        name="confirm"
        autoComplete="new-password"
        error={form.mistakes['confirm']}
      />
      <Problem text={form.problem} />
      <button className="button button--solid button--wide" type="submit" disabled={form.busy}>
        {form.busy ? 'Creating...' : 'Create Account'}
      </button>
      <SocialButtons />
      <OtherWay text="Already registered?" label="Sign in" path="/sign-in" />
    </form>
  );
}
