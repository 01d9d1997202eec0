import { useEffect, useRef, useState } from 'react';
import type { BuyerQuestion } from '../../../api/modules/catalog/gigs/schema.ts';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import type { RequirementsDto } from '../../../api/modules/orders/requirements.ts';
import {
  completeLink,
  isHttpsLink,
  MAX_REQUIREMENTS_LENGTH,
  MAX_REQUIREMENTS_LINKS,
} from '../../../api/modules/orders/rules.ts';
import { LINK_NOT_HTTPS, REQUIREMENTS_EMPTY } from '../../../api/modules/orders/texts.ts';
import { Button } from '../../components/Button.tsx';
import { Field, TextArea } from '../../components/Field.tsx';
import { readFields, throwFieldErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { SaveProblem } from '../request-feedback/SaveProblem.tsx';
import { AnswersForm } from './AnswersForm.tsx';
import { OrderSteps } from './OrderSteps.tsx';
import { refreshOrder } from './orders-store.ts';
import { $requirementsDrafts, saveRequirements } from './requirements-store.ts';

interface Props {
  order: BuyerOrderDto;
  closed: boolean;
  /** Whether the order waits for the requirements; a page has only one primary action. */
  isNext: boolean;
}

/** Step 3 of the order: the buyer's requirements as text and links, read-only once it is `closed`. */
export function Requirements({ order, closed, isNext }: Props) {
  const { _id: orderId, requirements: saved } = order;
  const root = useRef<HTMLDivElement>(null);
  const questions = order.OrderItems.flatMap(({ selectedPlan }) => selectedPlan.questions ?? []);
  const isEmpty = saved === null;
  useEffect(() => {
    // The page is rendered after the browser has looked for the fragment of its address.
    if (!isEmpty || location.hash !== '#requirements') return;
    root.current?.scrollIntoView();
    root.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, [isEmpty]);
  if (closed && !saved) return null;
  return (
    <div className="requirements" id="requirements" ref={root}>
      <SavedRequirements {...{ orderId, closed, isNext, saved, questions }} />
    </div>
  );
}

interface SavedProps extends Pick<Props, 'closed' | 'isNext'> {
  orderId: string;
  saved: RequirementsDto | null;
  questions: BuyerQuestion[];
}

function SavedRequirements({ orderId, closed, isNext, saved, questions }: SavedProps) {
  const [editing, setEditing] = useState(false);
  const form = { orderId, isNext, saved, onDone: () => setEditing(false) };
  return (
    <>
      {saved === null && <OrderSteps />}
      {saved && (closed || !editing) && (
        <>
          <p className="written-text" dir="auto">
            {saved.text}
          </p>
          {saved.links.length > 0 && (
            <ul className="stack stack--small">
              {saved.links.map((link) => (
                <li key={link}>
                  <a href={link} target="_blank" rel="noreferrer noopener nofollow">
                    {link}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {!closed && <Button onClick={() => setEditing(true)}>Change</Button>}
        </>
      )}
      {!closed &&
        (saved === null || editing) &&
        (questions.length > 0 ? (
          <AnswersForm {...form} questions={questions} />
        ) : (
          <RequirementsForm {...form} />
        ))}
    </>
  );
}

interface FormProps extends Pick<Props, 'isNext'> {
  orderId: string;
  saved: RequirementsDto | null;
  onDone: () => void;
}

function RequirementsForm({ orderId, isNext, saved, onDone }: FormProps) {
  const [initial] = useState(() => $requirementsDrafts.get()[orderId] ?? saved);
  const [savedAt] = useState(saved?.updatedAt ?? null);
  const [shown, setShown] = useState(Math.max(1, initial?.links.length ?? 0));
  const names = Array.from({ length: shown }, (_, at) => `link${at}`);
  const discard = () => {
    $requirementsDrafts.setKey(orderId, undefined);
    onDone();
  };
  const saveDraft = ({ text = '', ...fields }: Record<string, string>) =>
    $requirementsDrafts.setKey(orderId, { text, links: names.map((name) => fields[name] ?? '') });
  const form = useForm(async (fields) => {
    const text = (fields['text'] ?? '').trim();
    const linkOf = (name: string) => completeLink(fields[name] ?? '');
    const invalid = names.filter((name) => linkOf(name) && !isHttpsLink(linkOf(name)));
    const fieldErrors = Object.fromEntries(invalid.map((name) => [name, LINK_NOT_HTTPS]));
    throwFieldErrors({ text: text ? '' : REQUIREMENTS_EMPTY, ...fieldErrors });
    const links = names.flatMap((name) => linkOf(name) || []);
    const basedOn = fields['over'] ? undefined : savedAt;
    await saveRequirements(orderId, { text, links, basedOn });
    onDone();
  });

  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.onSubmit}
      onChange={(event) => saveDraft(readFields(event.currentTarget))}
    >
      <p className="muted text-15">
        What should be made, for whom, and what do you already have? You can change this later.
      </p>
      <TextArea
        label="Your requirements"
        hint="Your draft is saved on this device until you submit it."
        rows={6}
        maxLength={MAX_REQUIREMENTS_LENGTH}
        defaultValue={initial?.text}
        {...form.field('text')}
      />
      {names.map((name, at) => (
        <Field
          key={name}
          label={`Link ${at + 1}`}
          type="url"
          placeholder="https://"
          defaultValue={initial?.links[at]}
          {...form.field(name)}
        />
      ))}
      <div className="row">
        <Button variant={isNext ? 'solid' : undefined} type="submit" disabled={form.busy}>
          {form.busy ? 'Submitting...' : 'Submit Requirements'}
        </Button>
        {shown < MAX_REQUIREMENTS_LINKS && (
          <Button variant="quiet" onClick={() => setShown(shown + 1)}>
            Add a link
          </Button>
        )}
        {saved && (
          <Button variant="quiet" onClick={discard}>
            Cancel
          </Button>
        )}
      </div>
      <SaveProblem text={form.problem} load={() => refreshOrder(orderId).then(discard)} />
    </form>
  );
}
