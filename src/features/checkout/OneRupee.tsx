import { useEffect, useState } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { PROVIDER_NOT_LOADED } from '../../../api/modules/payments/texts.ts';
import { Button } from '../../components/Button.tsx';
import { api, messageOf, readJson } from '../../lib/api.ts';
import { loadProvider, openPaymentDialog } from './razorpay.ts';

const calls = api.desk['first-steps'].purchase;

type State = { at: 'begin' | 'busy' | 'opened' | 'done'; text: string };

/** The owner pays ₹1 as a buyer would, and gets it back: on a page of its own, because it loads the provider. */
export function OneRupee({ user: { name, email } }: { user: UserDto }) {
  const [{ at, text }, setState] = useState<State>({ at: 'begin', text: '' });
  useEffect(() => {
    loadProvider().catch(() => setState({ at: 'begin', text: PROVIDER_NOT_LOADED }));
  }, []);
  const run = async (work: () => Promise<State>) => {
    setState({ at: 'busy', text: '' });
    setState(await work().catch((error): State => ({ at: 'opened', text: messageOf(error) })));
  };
  const refund = async (): Promise<State> => {
    const { message } = await readJson(calls.refund.$post());
    return { at: 'done', text: message };
  };
  const buy = async (): Promise<State> => {
    const instalment = await readJson(calls.$post());
    await loadProvider();
    const dialog = openPaymentDialog({
      instalment,
      title: 'A payment of ₹1',
      prefill: { name, email },
    });
    return (await dialog.result)
      ? refund()
      : { at: 'opened', text: 'The payment was closed. If you have paid, ask for the refund.' };
  };
  return (
    <>
      <header className="page-head">
        <h1>A payment of ₹1</h1>
      </header>
      <div className="card card--padded stack stack--medium">
        <p>
          Pay ₹1 to your own shop as a buyer would. It is refunded at once, and shows that the keys,
          Razorpay’s webhook and refunds work.
        </p>
        {text && (
          <p className={at === 'done' ? 'notice notice--green' : 'notice'} role="status">
            {text}
          </p>
        )}
        <p className="row">
          {at === 'done' ? (
            <a className="button button--solid" href="/desk/first-steps">
              Back to First steps
            </a>
          ) : (
            <Button variant="solid" disabled={at === 'busy'} onClick={() => void run(buy)}>
              {at === 'busy' ? 'Processing...' : 'Pay ₹1'}
            </Button>
          )}
          {at === 'opened' && (
            <Button onClick={() => void run(refund)}>I have paid: refund it</Button>
          )}
        </p>
      </div>
    </>
  );
}
