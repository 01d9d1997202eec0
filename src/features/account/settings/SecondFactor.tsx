import { useStore } from '@nanostores/react';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { MAX_PASSKEY_NAME_LENGTH } from '../../../../api/modules/accounts/rules.ts';
import {
  CODE_NEEDED,
  PASSKEY_NAME_NEEDED,
} from '../../../../api/modules/accounts/second-factor/texts.ts';
import { Button } from '../../../components/Button.tsx';
import { Checkbox, Field } from '../../../components/Field.tsx';
import { focusFirstField } from '../../../components/focus-first-field.ts';
import { List, ListRow } from '../../../components/List.tsx';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { dateAndTime, timeAgo } from '../../../lib/format.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Loaded } from '../../request-feedback/LoadedContent.tsx';
import { canUsePasskeys } from '../passkey.ts';
import { SentForm } from '../SentForm.tsx';
import { $session } from '../session.ts';
import {
  $factors,
  $newAuthenticator,
  $recoveryCodes,
  addPasskey,
  bringBack,
  confirmAuthenticator,
  type Factors,
  makeRecoveryCodes,
  removeAuthenticator,
  removePasskey,
  removeSuspended,
  renamePasskey,
  startAuthenticatorSetup,
} from './second-factor-store.ts';

/** Passkeys, an authenticator app and recovery codes. */
export function SecondFactor() {
  return (
    <Loaded
      store={$factors}
      failedTitle={null}
      skeleton={
        <div className="skeleton skeleton--row" role="status" aria-label="Loading your keys" />
      }
    >
      {(value) => (
        <>
          {value.removableFrom && <Removal from={value.removableFrom} />}
          <NewCodes />
          <Suspended keys={value.suspended} />
          <Passkeys factors={value} />
          <App setUpAt={value.totp} />
          <RecoveryCodes factors={value} />
        </>
      )}
    </Loaded>
  );
}

/** Also tells a person who has lost nothing and did not read the mail. */
const Removal = ({ from }: { from: string }) => (
  <p className="notice notice--red" role="status">
    Somebody who knows your password says that all of these are lost: from {dateAndTime(from)} on, a
    code that we mailed to you removes them. If that was not you, press “This was not me” in that
    mail. Nothing else stops it.
  </p>
);

/** What "This was not me" has taken out of use. */
function Suspended({ keys }: { keys: Factors['suspended'] }) {
  if (keys.length === 0) return null;
  return (
    <div className="notice stack">
      <p>
        These were added since a sign-in that was not yours, and do not work. Confirm with an older
        key to bring one back.
      </p>
      <List isPlain label="Suspended keys">
        {keys.map(({ _id, name, addedAt }) => (
          <ListRow
            key={_id}
            icon={KeyRound}
            title={name}
            text={<span className="text-13">Added {dateAndTime(addedAt)}</span>}
          >
            <Button small onClick={() => void bringBack(_id)}>
              Bring it back
            </Button>
            <Button variant="quiet" small onClick={() => void removeSuspended(_id)}>
              Remove
            </Button>
          </ListRow>
        ))}
      </List>
    </div>
  );
}

/** New buyers are offered passkeys only. */
function useIsStaff(): boolean {
  const session = useStore($session);
  return 'user' in session && session.user.role !== 'buyer';
}

function NewCodes() {
  const codes = useStore($recoveryCodes);
  if (codes.length === 0) return null;
  return (
    <div className="notice" role="status" ref={focusFirstField} tabIndex={-1}>
      <p>
        Keep these recovery codes where nobody else finds them. Each works once, when you have lost
        your passkey or phone. They are not shown again.
      </p>
      <ul className="recovery-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="row">
        <a
          className="button"
          download="recovery-codes.txt"
          href={`data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
        >
          Download them
        </a>
        <Button onClick={() => $recoveryCodes.set([])}>I have stored them</Button>
      </p>
    </div>
  );
}

function Passkeys({ factors }: { factors: Factors }) {
  const isStaff = useIsStaff();
  const mayChoose = !isStaff && factors.totp === null;
  const form = useForm((fields) => addPasskey(mayChoose && fields['second'] !== 'on'));
  return (
    <>
      <h3>Passkeys</h3>
      {factors.passkeys.length > 0 && (
        <List isPlain label="Passkeys">
          {factors.passkeys.map((passkey) => (
            <Passkey key={passkey._id} passkey={passkey} />
          ))}
        </List>
      )}
      {canUsePasskeys() ? (
        <SentForm form={form} label={['Add a passkey', 'Waiting for it...']}>
          {mayChoose && (
            <Checkbox
              label="Ask for it after a password or a code, too"
              name="second"
              defaultChecked={!location.search.includes('next-time')}
            />
          )}
        </SentForm>
      ) : (
        <p className="text-13">
          This browser has no passkeys.{isStaff && ' Use an authenticator app.'}
        </p>
      )}
    </>
  );
}

function Passkey({ passkey }: { passkey: Factors['passkeys'][number] }) {
  const { _id, name, createdAt, usedAt } = passkey;
  const [renaming, setRenaming] = useState(false);
  if (renaming) return <PasskeyName passkey={passkey} onDone={() => setRenaming(false)} />;
  return (
    <ListRow
      icon={KeyRound}
      title={name}
      text={
        <span className="text-13">
          Added {timeAgo(createdAt)}, {usedAt ? `last used ${timeAgo(usedAt)}` : 'not used yet'}
        </span>
      }
    >
      <Button
        variant="quiet"
        small
        aria-label={`Rename the passkey ${name}`}
        onClick={() => setRenaming(true)}
      >
        Rename
      </Button>
      <Button
        small
        aria-label={`Remove the passkey ${name}`}
        onClick={() => void removePasskey(_id)}
      >
        Remove
      </Button>
    </ListRow>
  );
}

interface NameProps {
  passkey: Factors['passkeys'][number];
  onDone: () => void;
}

function PasskeyName({ passkey, onDone }: NameProps) {
  const form = useForm(async ({ name = '' }) => {
    throwFieldErrors({ name: name.trim() ? '' : PASSKEY_NAME_NEEDED });
    await renamePasskey(passkey._id, name);
    onDone();
  });
  return (
    <ListRow
      icon={KeyRound}
      title={passkey.name}
      text={
        <SentForm form={form} small label={['Save', 'Saving...']} cancel={['Cancel', onDone]}>
          <Field
            label="Name of the passkey"
            maxLength={MAX_PASSKEY_NAME_LENGTH}
            defaultValue={passkey.name}
            ref={focusFirstField}
            {...form.field('name')}
          />
        </SentForm>
      }
    />
  );
}

function App({ setUpAt }: { setUpAt: string | null }) {
  const newApp = useStore($newAuthenticator);
  const isStaff = useIsStaff();
  const form = useForm(async ({ code = '' }) => {
    throwFieldErrors({ code: code.trim() ? '' : CODE_NEEDED });
    await confirmAuthenticator(code);
  });
  if (!isStaff && !setUpAt) return null;
  return (
    <>
      <h3>Authenticator app</h3>
      {setUpAt ? (
        <div className="row">
          <span className="badge badge--green">Set up</span>
          <span className="text-13">Added {timeAgo(setUpAt)}</span>
          <Button small onClick={() => void removeAuthenticator()}>
            Remove the app
          </Button>
        </div>
      ) : newApp ? (
        <SentForm form={form} label={['Confirm the app', 'Checking...']}>
          <p>Scan this with your app, or type the key into it. Then type the code that it shows.</p>
          <img
            className="qr"
            alt={`QR code of the key ${newApp.secret}`}
            src={`data:image/svg+xml,${encodeURIComponent(newApp.qr)}`}
          />
          <p className="mono text-13">{newApp.secret}</p>
          <Field
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.field('code')}
          />
        </SentForm>
      ) : (
        <div>
          <Button onClick={() => void startAuthenticatorSetup()}>Set up an app</Button>
        </div>
      )}
    </>
  );
}

function RecoveryCodes({ factors }: { factors: Factors }) {
  if (factors.totp === null && factors.recoveryCodes === 0) return null;
  return (
    <>
      <h3>Recovery codes</h3>
      <p className="muted text-15">
        {factors.recoveryCodes} left
        {factors.recoveryCodesSince && `, made ${timeAgo(factors.recoveryCodesSince)}`}.
      </p>
      <div>
        <Button onClick={() => void makeRecoveryCodes()}>Make new recovery codes</Button>
      </div>
    </>
  );
}
