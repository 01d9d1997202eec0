import './edit.css';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../components/Button.tsx';

interface Props {
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
  /** The icon. */
  children: ReactNode;
}

/** A small button that shows an icon and explains it on hover. */
export const ToolButton = ({ label, disabled, pressed, ref, onClick, children }: Props) => (
  <Button
    ref={ref}
    variant="quiet"
    small
    className="button--icon"
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </Button>
);
