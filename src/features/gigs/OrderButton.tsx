import { Button } from '../../components/Button.tsx';

interface Props {
  wide?: boolean;
}

// These attributes are missing from React's types.
const OPENS_EXTRAS = { commandfor: 'extras', command: 'show-modal' };

export const OrderButton = ({ wide = false }: Props) => (
  <Button variant="solid" wide={wide} data-order {...OPENS_EXTRAS}>
    Order
  </Button>
);
