import { MailPlus, UserRound, UsersRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { INVITATION_DAYS } from '../../../api/modules/accounts/rules.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Field } from '../../components/Field.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { toast } from '../../components/toast.ts';
import { SentForm } from '../../features/account/SentForm.tsx';
import { validateEmail } from '../../features/account/validation.ts';
import { Loaded } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { dateAndTime, plainDate, timeAgo } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { adminApi, remote, runAdminAction } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const calls = adminApi.assistants;
const fetchAssistants = () => readJson(calls.$get());

type AssistantList = Awaited<ReturnType<typeof fetchAssistants>>;

const $assistants = remote(fetchAssistants);

/** Throws the error that the form shows beside its field. */
async function inviteAssistant({ email = '' }: Record<string, string>): Promise<void> {
  const { message } = await readJson(calls.invitations.$post({ json: { email } }));
  void toast('success', message);
  await $assistants.load();
}

async function cancelInvitation(id: string): Promise<void> {
  await runAdminAction(() => readJson(calls.invitations[':id'].$delete({ param: { id } })));
  await $assistants.load();
}

async function endAssistant(id: string): Promise<void> {
  await runAdminAction(() => readJson(calls[':id'].$delete({ param: { id } })));
  await $assistants.load();
}

/** The list of assistants and open invitations. */
export function Assistants() {
  return (
    <ScreenLayout
      title="Assistants"
      note="They answer conversations and move orders: accept, deliver, decide on revisions. Buyers read their messages as yours. Refunds, prices, settings, backups and publishing stay with you."
    >
      <Loaded store={$assistants}>
        {({ assistants: list, invitations }) => (
          <div className="stack">
            {list.length === 0 ? (
              <EmptyState icon={UsersRound} title="No assistants">
                <p>Invite one below. You can end it at any time.</p>
              </EmptyState>
            ) : (
              <List label="Assistants">
                {list.map((assistant) => (
                  <Assistant key={assistant._id} assistant={assistant} />
                ))}
              </List>
            )}
            {invitations.length > 0 && <Invitations invitations={invitations} />}
            <InviteForm />
          </div>
        )}
      </Loaded>
    </ScreenLayout>
  );
}

function Assistant({ assistant }: { assistant: AssistantList['assistants'][number] }) {
  const { _id, name, email, since, lastLogin, hasSecondFactor } = assistant;
  const [isAsking, setAsking] = useState(false);
  const seen = lastLogin ? `signed in ${timeAgo(lastLogin)}` : 'has not signed in yet';
  return (
    <ListRow
      icon={UserRound}
      title={name}
      text={<span className="text-13">{`${email}\nSince ${plainDate(since)}, ${seen}`}</span>}
      aside={
        <span className={`badge badge--${hasSecondFactor ? 'green' : 'amber'}`}>
          {hasSecondFactor ? 'Second factor' : 'Password only'}
        </span>
      }
    >
      {isAsking ? (
        <>
          <Button small variant="danger" onClick={() => void endAssistant(_id)}>
            End and sign out
          </Button>
          <Button small onClick={() => setAsking(false)}>
            Keep
          </Button>
        </>
      ) : (
        <Button small aria-label={`End ${name}`} onClick={() => setAsking(true)}>
          End…
        </Button>
      )}
    </ListRow>
  );
}

const Invitations = ({ invitations }: Pick<AssistantList, 'invitations'>) => (
  <section className="stack" aria-labelledby="invited">
    <h2 id="invited">Invited</h2>
    <List label="Invitations">
      {invitations.map(({ _id, email, expiresAt }) => (
        <ListRow
          key={_id}
          icon={MailPlus}
          title={email}
          note={`Valid until ${dateAndTime(expiresAt)}`}
        >
          <Button
            small
            aria-label={`Cancel the invitation of ${email}`}
            onClick={() => void cancelInvitation(_id)}
          >
            Cancel
          </Button>
        </ListRow>
      ))}
    </List>
  </section>
);

function InviteForm() {
  const ref = useRef<HTMLFormElement>(null);
  const form = useForm(async (fields) => {
    throwFieldErrors({ email: validateEmail(fields['email'] ?? '') });
    await inviteAssistant(fields);
    ref.current?.reset();
  });
  return (
    <SentForm
      className="card card--padded stack"
      form={form}
      ref={ref}
      variant="solid"
      icon={MailPlus}
      label={['Send the invitation', 'Sending…']}
    >
      <h2>Invite somebody</h2>
      <p className="muted text-15">
        They get a link by mail that works once, for {INVITATION_DAYS} days. You are asked to
        confirm that it is you.
      </p>
      <Field label="E-mail" type="email" autoComplete="off" {...form.field('email')} />
    </SentForm>
  );
}
