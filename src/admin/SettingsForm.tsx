import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../components/Button.tsx';
import { SaveProblem } from '../features/request-feedback/SaveProblem.tsx';
import { type Form, useForm } from '../lib/use-form.ts';
import { UnsavedChangesDialog } from './edit/UnsavedChangesDialog.tsx';
import { countAction } from './requests.ts';
import { $page } from './router.ts';
import { guardUnsavedChanges } from './unsaved-changes.ts';

interface Props {
  /** Throws the errors that are shown beside the fields; false when nothing was saved yet. */
  save: (fields: Record<string, string>) => Promise<unknown>;
  /** Shows what another tab has saved meanwhile. */
  load?: () => unknown;
  label?: string;
  className?: string;
  children: (form: Form, submit: () => void) => ReactNode;
}

/** The form of a settings screen: errors beside their fields, one button, and a question before typed text is lost. */
export function SettingsForm({
  save,
  load = () => {},
  label = 'Save',
  className = 'stack',
  children,
}: Props) {
  const element = useRef<HTMLFormElement>(null);
  const isDirty = useRef(false);
  const afterwards = useRef<(() => void) | null>(null);
  const form = useForm(async (fields) => {
    const leave = afterwards.current;
    afterwards.current = null;
    isDirty.current = (await save(fields)) === false;
    if (isDirty.current) return;
    countAction();
    leave?.();
  });
  const submit = () => element.current?.requestSubmit();
  useEffect(
    () =>
      guardUnsavedChanges(
        () => isDirty.current,
        () => $page.get()?.path ?? '',
      ),
    [],
  );
  return (
    <form
      ref={element}
      className={className}
      noValidate
      onSubmit={form.onSubmit}
      onInput={() => {
        isDirty.current = true;
      }}
    >
      {children(form, submit)}
      <SaveProblem text={form.problem} load={load} />
      <p className="row">
        <Button variant="solid" type="submit" aria-disabled={form.busy || undefined}>
          {form.busy ? 'Saving…' : label}
        </Button>
      </p>
      <UnsavedChangesDialog
        busy={form.busy}
        discard={() => {
          isDirty.current = false;
        }}
        saveAndLeave={(leave) => {
          afterwards.current = leave;
          submit();
        }}
      />
    </form>
  );
}
