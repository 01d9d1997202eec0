interface Props {
  wide?: boolean;
}

// These attributes are missing from React's types.
const OPENS_EXTRAS = { commandfor: 'extras', command: 'show-modal' };

export const OrderButton = ({ wide = false }: Props) => (
  <button
    className={wide ? 'button button--solid button--wide' : 'button button--solid'}
    type="button"
    data-order
    {...OPENS_EXTRAS}
  >
    Order
  </button>
);
