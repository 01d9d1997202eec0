import { useState } from 'react';
import type { CaseStudyDto } from '../../../api/modules/case-studies/dto.ts';
import type { Part } from '../../../api/modules/case-studies/rules.ts';
import { MAX_WORDS } from '../../../api/modules/case-studies/texts.ts';
import { Button } from '../../components/Button.tsx';
import { Checkbox, TextArea } from '../../components/Field.tsx';
import { toast } from '../../components/toast.ts';
import { api, readJson } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormError } from '../account/FormError.tsx';

async function answer(id: string, parts: Part[], words: string): Promise<void> {
  const call = api.user['case-studies'][':id'].answer;
  const sent = call.$post({ param: { id }, json: { parts, words } });
  void toast('success', (await readJson(sent)).message);
}

interface Props {
  caseStudy: CaseStudyDto;
  onAnswered: () => void;
}

/** Each part is chosen by itself, and to refuse all of them is one click. */
export function AnswerForm({ caseStudy, onAnswered }: Props) {
  const { _id: id, review } = caseStudy;
  const [chosen, setChosen] = useState<readonly Part[]>([]);
  const send = (parts: readonly Part[], words: string) =>
    answer(id, [...parts], words).then(onAnswered);
  const form = useForm(({ words = '' }) => send(chosen, words));
  const refusal = useForm(() => send([], ''));
  const busy = form.busy || refusal.busy;
  return (
    <>
      <form className="stack stack--small" noValidate onSubmit={form.onSubmit} id={`answer-${id}`}>
        <p className="text-15">
          May this work be shown on the site? Choose what, or nothing at all. You can take it back
          at any time; without an answer nothing is shown.
        </p>
        <fieldset className="stack stack--small">
          <legend className="visually-hidden">What may be shown</legend>
          {caseStudy.parts.map(({ part, label }) => (
            <Checkbox
              key={part}
              label={label}
              name={part}
              checked={chosen.includes(part)}
              onChange={({ target }) =>
                setChosen((before) =>
                  target.checked ? [...before, part] : before.filter((each) => each !== part),
                )
              }
            />
          ))}
        </fieldset>
        {chosen.includes('quotation') && (
          <TextArea
            label="What may be quoted"
            hint={review ? 'Leave it empty to quote your review.' : undefined}
            rows={3}
            maxLength={MAX_WORDS}
            {...form.field('words')}
          />
        )}
        {chosen.length > 0 && !chosen.includes('text') && (
          <p className="text-13">Without a text about the work, nothing of it is shown.</p>
        )}
        <FormError text={form.problem || refusal.problem} />
      </form>
      <form className="row" noValidate onSubmit={refusal.onSubmit}>
        <Button
          variant="solid"
          type="submit"
          form={`answer-${id}`}
          disabled={busy || chosen.length === 0}
        >
          Allow what I chose
        </Button>
        <Button type="submit" disabled={busy}>
          Nothing at all
        </Button>
      </form>
    </>
  );
}
