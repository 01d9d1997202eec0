import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';

interface Props {
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
  /** The icon. */
  children: ReactNode;
}

/** A small button that shows an icon and explains it on hover. */
export const ToolButton = ({ label, disabled, pressed, onClick, children }: Props) => (
  <Button
    variant="quiet"
    small
    className="toolbar-button"
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </Button>
);
