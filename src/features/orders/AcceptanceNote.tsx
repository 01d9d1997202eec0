import { AGREEMENT_TEXTS } from '../../../api/modules/orders/agreements/rules.ts';

/** What the buyer agrees to with the button beside it. */
export const AcceptanceNote = () => (
  <p className="text-13">
    {AGREEMENT_TEXTS.acceptance.text} <LegalLink path="/terms">Terms</LegalLink>,{' '}
    <LegalLink path="/refunds">Refunds and cancellation</LegalLink>,{' '}
    <LegalLink path="/delivery">Delivery</LegalLink>.
  </p>
);

/** In a new tab, because the form around it holds what was typed. */
const LegalLink = ({ path, children }: { path: string; children: string }) => (
  <a href={path} target="_blank" rel="noopener">
    {children}
  </a>
);
