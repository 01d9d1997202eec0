import { Button } from '../../components/Button.tsx';
import type { Form } from '../../lib/use-form.ts';
import { FormError } from './FormError.tsx';

interface Props {
  form: Form;
  label: string;
  /** The label while the form is being sent. */
  busy: string;
  /** For a form on a page with other forms. */
  plain?: boolean;
  disabled?: boolean;
}

/** The error of a form as a whole, and its submit button. */
export const SubmitButton = ({ form, label, busy, plain = false, disabled = false }: Props) => (
  <>
    <FormError text={form.problem} />
    <Button
      variant={plain ? undefined : 'solid'}
      wide={!plain}
      type="submit"
      disabled={form.busy || disabled}
    >
      {form.busy ? busy : label}
    </Button>
  </>
);
