import type { PriceList } from '../../../api/modules/catalog/gigs/rules.ts';
import { price, rupees } from '../../lib/format.ts';

/** A price of a gig. Where it is sold in two currencies the page has both, and shows the chosen one. */
export const Price = ({ of: { price: amount, priceUsd } }: { of: PriceList }) =>
  priceUsd === undefined ? (
    rupees(amount)
  ) : (
    <>
      <span data-in="INR">{rupees(amount)}</span>
      <span data-in=""> or </span>
      <span data-in="USD">{price(priceUsd, 'USD')}</span>
    </>
  );
