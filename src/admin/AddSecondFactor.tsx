/** Asks the person to add a passkey or an authenticator app; `reason` says why. */
export const AddSecondFactor = ({ reason }: { reason: string }) => (
  <section className="notice row space-between second-factor" aria-labelledby="second-factor">
    <div>
      <h2 id="second-factor">Protect your account with more than a password</h2>
      <p>A passkey or an authenticator app takes a minute. {reason}</p>
    </div>
    <a className="button button--small" href="/settings#keys" rel="external">
      Add a passkey
    </a>
  </section>
);
