/** Placeholders for sign-in with other providers, disabled until they are offered. */
export function SocialButtons() {
  return (
    <fieldset className="account__social">
      <legend className="visually-hidden">Other ways to sign in</legend>
      {['Google', 'GitHub'].map((name) => (
        <button className="button" type="button" key={name} disabled title="Not available yet">
          {name}
        </button>
      ))}
    </fieldset>
  );
}
