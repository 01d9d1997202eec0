import { Button } from '../../components/Button.tsx';

// These attributes are missing from React's types.
const OPENS_ORDER_DIALOG = { commandfor: 'order-dialog', command: 'show-modal' };

/** Orders the package chosen on the card. */
export const OrderButton = ({ wide = false }: { wide?: boolean }) => (
  <Button variant="solid" wide={wide} data-order {...OPENS_ORDER_DIALOG}>
    Order
  </Button>
);
