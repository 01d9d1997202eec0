import { Button } from '../../components/Button.tsx';

interface Props {
  wide?: boolean;
  /** The package that a click chooses; without it the one chosen on the card. */
  plan?: number;
  label?: string;
}

// These attributes are missing from React's types.
const OPENS_ORDER_DIALOG = { commandfor: 'order-dialog', command: 'show-modal' };

export const OrderButton = ({ wide = false, plan, label }: Props) => (
  <Button
    variant={plan === undefined ? 'solid' : undefined}
    wide={wide || plan !== undefined}
    data-order
    data-plan={plan}
    aria-label={label}
    {...OPENS_ORDER_DIALOG}
  >
    Order
  </Button>
);
