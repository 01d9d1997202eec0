import { atom } from 'nanostores';
import { haveDatesChanged } from '../../../api/modules/orders/texts.ts';
import type { BuyerQuoteDto } from '../../../api/modules/quotes/dto.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, api, isUnauthorized, messageOf, readJson } from '../../lib/api.ts';
import type { FieldErrors } from '../../lib/form-errors.ts';
import { fieldErrorsOf } from '../../lib/form-errors.ts';
import { closeChat } from '../chat/chat-actions.ts';
import { $conversation } from '../chat/conversation-store.ts';
import { $address, addressToSend, missingFields } from '../checkout/stored-address.ts';
import { createOffers } from '../offers/offers.tsx';
import { fetchOrder } from '../orders/orders-store.ts';
import { payInstalment } from '../orders/pay-instalment.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';

export const offersOfBuyer = createOffers((conversationId) =>
  readJson(api.quote.of[':conversationId'].$get({ param: { conversationId } })),
);

/** The quote that is being accepted. */
export const $quoteToAccept = atom<BuyerQuoteDto | null>(null);
export const $busy = atom(false);
export const $fieldErrors = atom<FieldErrors>({});

export function openAcceptDialog(quote: BuyerQuoteDto): void {
  $fieldErrors.set({});
  $quoteToAccept.set(quote);
}

export const closeAcceptDialog = (): void => $quoteToAccept.set(null);

/** Accepts the quote, which makes it an order, and opens the payment of its first part. */
export async function acceptAndPay(): Promise<void> {
  const quote = $quoteToAccept.get();
  if (!quote || $busy.get()) return;
  const missing = missingFields($address.get());
  $fieldErrors.set(missing);
  if (Object.keys(missing).length > 0) return;
  $busy.set(true);
  try {
    const { order } = await readJson(
      api.quote[':id'].accept.$post({
        param: { id: quote._id },
        json: { addressInfo: addressToSend(), startsOn: quote.dates?.startsOn },
      }),
    );
    await payOrder(order);
  } catch (error) {
    if (isUnauthorized(error)) return;
    const wrong = fieldErrorsOf(error);
    $fieldErrors.set(wrong);
    if (Object.keys(wrong).length === 0) void toast('error', messageOf(error));
    if (error instanceof ApiError && haveDatesChanged(error.message)) return refreshDates(quote);
    // The quote is accepted but the provider did not answer, so the card shows a button to pay.
    if (error instanceof ApiError && error.status >= 409) closeAcceptDialog();
  } finally {
    $busy.set(false);
  }
}

/** Shows the next dates in the dialog, which stays open. */
async function refreshDates({ _id: id }: BuyerQuoteDto): Promise<void> {
  const open = $conversation.get();
  if (open.state === 'loaded') await offersOfBuyer.load(open.value.conversation._id);
  const fresh = offersOfBuyer.$offers.get().quotes.find(({ _id }) => _id === id);
  $quoteToAccept.set(fresh?.status === 'Sent' ? fresh : null);
}

/** The provider's dialog would be under an open one, so these are closed first. */
export async function payOrder(orderId: string): Promise<void> {
  const order = await fetchOrder(orderId);
  closeAcceptDialog();
  closeChat();
  await payInstalment(order, `/order-success?order=${order._id}`);
}

export const declineQuote = ({ _id: id }: BuyerQuoteDto) =>
  runWithToast(() => readJson(api.quote[':id'].decline.$post({ param: { id } })));
