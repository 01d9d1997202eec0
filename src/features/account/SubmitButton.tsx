import type { Form } from '../../lib/form.ts';
import { FormError } from './FormError.tsx';

interface Props {
  form: Form;
  label: string;
  /** The label while the form is being sent. */
  busy: string;
  className?: string;
}

/** The error of a form as a whole, and its submit button. */
export const SubmitButton = ({
  form,
  label,
  busy,
  className = 'button button--solid button--wide',
}: Props) => (
  <>
    <FormError text={form.problem} />
    <button className={className} type="submit" disabled={form.busy}>
      {form.busy ? busy : label}
    </button>
  </>
);
