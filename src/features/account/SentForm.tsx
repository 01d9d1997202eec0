import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../components/Button.tsx';
import type { Form } from '../../lib/use-form.ts';
import { FormError } from './FormError.tsx';

interface Props
  extends Pick<ComponentProps<'form'>, 'children' | 'className' | 'onChange' | 'ref'> {
  form: Form;
  label: string | [label: string, whileSending: string];
  variant?: 'solid' | 'danger' | undefined;
  icon?: LucideIcon;
  small?: boolean;
  /** The button is what the page is for, and as wide as the form. */
  wide?: boolean;
  disabled?: boolean;
  /** Of the error, for what it is about. */
  problemId?: string;
  cancel?: [label: string, cancel: () => unknown];
}

/** The fields of a form, the error of the form as a whole, and its buttons. */
export function SentForm({ children, className = 'stack', onChange, ref, ...props }: Props) {
  const { form, label, wide = false, small = false, disabled, problemId, cancel, ...look } = props;
  const [name, whileSending] = [label].flat();
  if (wide) look.variant = 'solid';
  return (
    <form {...{ className, onChange, ref }} noValidate onSubmit={form.onSubmit}>
      {children}
      <FormError text={form.problem} id={problemId} />
      <div className="row">
        <Button
          {...look}
          {...{ wide, small, disabled }}
          type="submit"
          // A disabled button would lose the focus of who has pressed it; `useForm` sends once.
          aria-disabled={form.busy || undefined}
        >
          {form.busy ? (whileSending ?? name) : name}
        </Button>
        {cancel && (
          <Button small={small} onClick={cancel[1]}>
            {cancel[0]}
          </Button>
        )}
      </div>
    </form>
  );
}
