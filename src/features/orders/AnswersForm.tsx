import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { BuyerQuestion } from '../../../api/modules/catalog/gigs/schema.ts';
import type { RequirementsDto } from '../../../api/modules/orders/requirements.ts';
import {
  findUnanswered,
  MAX_ANSWER_LENGTH,
  type RequirementAnswer,
} from '../../../api/modules/orders/rules.ts';
import { ANSWER_NEEDED } from '../../../api/modules/orders/texts.ts';
import { Button } from '../../components/Button.tsx';
import { TextArea } from '../../components/Field.tsx';
import { SelectField } from '../../components/Select.tsx';
import { formDraft, saveFormDraft } from '../../lib/form-drafts.ts';
import { readFields, throwFieldErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { type ChosenFiles, createChosenFiles } from '../chat/attachments.ts';
import { AttachButton, ChosenFileList } from '../chat/ChosenFiles.tsx';
import { SaveProblem } from '../request-feedback/SaveProblem.tsx';
import { refreshOrder } from './orders-store.ts';
import { saveRequirements } from './requirements-store.ts';

interface Props {
  orderId: string;
  questions: BuyerQuestion[];
  /** What was sent before. */
  saved: RequirementsDto | null;
  isNext: boolean;
  onDone: () => void;
}

/** The questions of the package; the files of an answer go into the conversation. */
export function AnswersForm({ orderId, questions, saved, isNext, onDone }: Props) {
  const key = `answers:${orderId}`;
  const [draft] = useState(() => formDraft(key));
  const [savedAt] = useState(saved?.updatedAt ?? null);
  const [files] = useState(() => questions.map(createChosenFiles));
  useEffect(() => () => files.forEach((each) => void each.take()), [files]);
  const sentTo = (at: number): RequirementAnswer | undefined => saved?.answers?.[at];
  const textAt = (at: number): string => {
    const sent = sentTo(at);
    return draft[`answers.${at}`] ?? (typeof sent === 'string' ? sent : '');
  };
  const discard = () => {
    saveFormDraft(key, undefined);
    onDone();
  };
  const form = useForm(async (fields) => {
    const answers = questions.map(({ kind }, at): RequirementAnswer => {
      if (kind !== 'files') return (fields[`answers.${at}`] ?? '').trim();
      const chosen = files[at]?.$files.get() ?? [];
      const sent = sentTo(at);
      if (chosen.length === 0) return Array.isArray(sent) ? sent : [];
      const ready = chosen.flatMap(({ attachment }) => attachment?._id ?? []);
      // What is still uploaded would be left out.
      return ready.length === chosen.length ? ready : [];
    });
    const missing = findUnanswered(questions, answers);
    throwFieldErrors({ [`answers.${missing}`]: missing >= 0 ? ANSWER_NEEDED : '' });
    const basedOn = fields['over'] ? undefined : savedAt;
    await saveRequirements(orderId, { answers, links: [], basedOn });
    discard();
  });
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.onSubmit}
      onChange={(event) => saveFormDraft(key, readFields(event.currentTarget))}
    >
      {questions.map(({ question, kind, choices }, at) => {
        const field = form.field(`answers.${at}`);
        const of = files[at];
        if (kind === 'files' && of)
          return (
            <Files key={question} {...{ question, of, orderId }} error={field.error}>
              {Array.isArray(sentTo(at)) ? 'Files you have sent are kept; new ones are added.' : ''}
            </Files>
          );
        if (kind === 'choice')
          return (
            <SelectField key={question} label={question} defaultValue={textAt(at)} {...field}>
              <option value="">Please choose</option>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </SelectField>
          );
        return (
          <TextArea
            key={question}
            label={question}
            rows={3}
            maxLength={MAX_ANSWER_LENGTH}
            defaultValue={textAt(at)}
            {...field}
          />
        );
      })}
      <div className="row">
        <Button variant={isNext ? 'solid' : undefined} type="submit" disabled={form.busy}>
          {form.busy ? 'Submitting...' : 'Submit Requirements'}
        </Button>
        {saved && (
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
      <SaveProblem text={form.problem} load={() => refreshOrder(orderId).then(discard)} />
    </form>
  );
}

interface FilesProps {
  question: string;
  of: ChosenFiles;
  orderId: string;
  error: string | undefined;
  /** What was sent before. */
  children: string;
}

function Files({ question, of, orderId, error, children }: FilesProps) {
  const isUploading = useStore(of.$files).some(({ state }) => state === 'uploading');
  return (
    <fieldset className="field">
      <legend>{question}</legend>
      <ChosenFileList of={of} />
      <p>
        <AttachButton of={of} target={{ orderId }} labelled disabled={isUploading} />
      </p>
      {children && <p className="field__hint">{children}</p>}
      <p className="field__error">{error}</p>
    </fieldset>
  );
}
