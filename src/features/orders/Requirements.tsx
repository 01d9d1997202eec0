import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import {
  isHttpsLink,
  LINK_NOT_HTTPS,
  ORDER_STATUSES,
  REQUIREMENTS_EMPTY,
  REQUIREMENTS_MOST_CHARS,
  REQUIREMENTS_MOST_LINKS,
} from '../../../api/modules/orders/rules.ts';
import { Field } from '../../components/Field.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { Steps } from '../../components/Steps.tsx';
import { toast } from '../../components/toast.ts';
import { setFieldErrors, useForm } from '../../lib/form.ts';
import { $requirements, loadRequirements, saveRequirements } from './requirements-store.ts';

/** Step 3 of the order: what is wanted, in words and links. Once the order is `closed` they can only be read. */
export function Requirements({ orderId, closed }: { orderId: string; closed: boolean }) {
  const requirements = useStore($requirements);
  const [editing, setEditing] = useState(false);
  useEffect(() => void loadRequirements(orderId), [orderId]);
  const said = requirements.state === 'loaded' ? requirements.value : undefined;
  if (closed && said === null) return null;

  return (
    <section className="sheet sheet--pad requirements" id="requirements" aria-labelledby="wanted">
      <h2 id="wanted">{closed ? 'Your requirements' : 'Submit Requirements'}</h2>
      {requirements.state === 'loading' && (
        <div className="skeleton" role="status" aria-label="Loading the requirements" />
      )}
      {requirements.state === 'failed' && (
        <LoadError message={requirements.message} retry={() => loadRequirements(orderId)} />
      )}
      {said === null && (
        <Steps label="Steps of the order" steps={ORDER_STATUSES} active={ORDER_STATUSES.length} />
      )}
      {said && (closed || !editing) && (
        <>
          <p className="requirements__text">{said.text}</p>
          {said.links.length > 0 && (
            <ul className="requirements__links">
              {said.links.map((link) => (
                <li key={link}>
                  <a href={link} target="_blank" rel="noreferrer noopener nofollow">
                    {link}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {!closed && (
            <button className="button" type="button" onClick={() => setEditing(true)}>
              Change
            </button>
          )}
        </>
      )}
      {!closed && (said === null || (said && editing)) && (
        <RequirementsForm orderId={orderId} said={said} done={() => setEditing(false)} />
      )}
    </section>
  );
}

interface FormProps {
  orderId: string;
  said: { text: string; links: string[] } | null;
  done: () => void;
}

function RequirementsForm({ orderId, said, done }: FormProps) {
  const [shown, setShown] = useState(Math.max(1, said?.links.length ?? 0));
  const form = useForm(async (fields) => {
    const text = (fields['text'] ?? '').trim();
    const names = Array.from({ length: shown }, (_, at) => `link${at}`);
    const bad = names.filter((name) => fields[name]?.trim() && !isHttpsLink(fields[name].trim()));
    const mistakes = Object.fromEntries(bad.map((name) => [name, LINK_NOT_HTTPS]));
    setFieldErrors({ text: text ? '' : REQUIREMENTS_EMPTY, ...mistakes });
    const links = names.flatMap((name) => fields[name]?.trim() || []);
    void toast('success', await saveRequirements(orderId, { text, links }));
    done();
  });

  const text = form.field('text');
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit}>
      <p className="muted small">
        What should be made, for whom, and what exists already? You can change it later.
      </p>
      <div className="field">
        <label htmlFor="wanted-text">Your requirements</label>
        <textarea
          id="wanted-text"
          name={text.name}
          rows={6}
          maxLength={REQUIREMENTS_MOST_CHARS}
          defaultValue={said?.text}
          aria-invalid={!!text.error}
          aria-describedby="wanted-text-error"
        />
        <p className="field__error" id="wanted-text-error">
          {text.error}
        </p>
      </div>
      {Array.from({ length: shown }, (_, at) => `link${at}`).map((name, at) => (
        <Field
          key={name}
          label={`Link ${at + 1}`}
          type="url"
          placeholder="https://"
          defaultValue={said?.links[at]}
          {...form.field(name)}
        />
      ))}
      <div className="row">
        <button className="button button--solid" type="submit" disabled={form.busy}>
          {form.busy ? 'Submitting...' : 'Submit Requirements'}
        </button>
        {shown < REQUIREMENTS_MOST_LINKS && (
          <button
            className="button button--quiet"
            type="button"
            onClick={() => setShown(shown + 1)}
          >
            Add a link
          </button>
        )}
        {said && (
          <button className="button button--quiet" type="button" onClick={done}>
            Cancel
          </button>
        )}
      </div>
      {form.problem && (
        <p className="notice notice--red" role="alert">
          {form.problem}
        </p>
      )}
    </form>
  );
}
