import type { Form } from '../../lib/form.ts';
import { FormError } from './FormError.tsx';

interface Props {
  form: Form;
  label: string;
  /** Instead of the label while it is under way. */
  busy: string;
  className?: string;
}

/** What went wrong with a form as a whole, and the button that sends it. */
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
