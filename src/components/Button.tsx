import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  variant?: 'solid' | 'danger' | 'quiet' | undefined;
  small?: boolean;
  wide?: boolean;
  icon?: LucideIcon;
}

/** A button in the site's style. Without children it shows its icon alone and needs an `aria-label`. */
export function Button(props: Props) {
  const { variant, small, wide, icon: Icon, className, children, ...rest } = props;
  const classes = [
    'button',
    variant && `button--${variant}`,
    small && 'button--small',
    wide && 'button--wide',
    !children && 'button--icon',
    className,
  ];
  return (
    <button type="button" {...rest} className={classes.filter(Boolean).join(' ')}>
      {Icon && <Icon aria-hidden="true" />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
}
