import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';

interface Props {
  name: string;
  label: string;
  /** The label while the form is being sent. */
  busy: string;
  /** The id of the error of the form as a whole. */
  problemId?: string;
  hidden?: boolean;
  children: ReactNode;
  after?: ReactNode;
}

/** A form of the account pages: rendered while building, and sent by `enhanceForm`. */
export const AccountForm = ({ name, label, busy, problemId, hidden, children, after }: Props) => (
  <form className="account stack" method="post" noValidate data-form={name} hidden={hidden}>
    {children}
    <p className="notice notice--red" role="alert" id={problemId} data-problem hidden />
    <Button variant="solid" wide type="submit" data-busy={busy}>
      {label}
    </Button>
    {after}
  </form>
);
