import { Button } from '../../components/Button.tsx';

/** Placeholders for sign-in with other providers, disabled until they are offered. */
export function SocialButtons() {
  return (
    <fieldset className="account__social">
      <legend className="visually-hidden">Other ways to sign in</legend>
      {['Google', 'GitHub'].map((name) => (
        <Button key={name} disabled title="Not available yet">
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
