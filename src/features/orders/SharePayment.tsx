import { Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { Button } from '../../components/Button.tsx';
import { CopyLink } from '../../components/CopyLink.tsx';
import { Modal } from '../../components/Modal.tsx';
import { toast } from '../../components/toast.ts';
import { api, messageOf, readJson } from '../../lib/api.ts';
import { price, promisedDay } from '../../lib/format.ts';
import { whatFor } from '../checkout/pay-link.ts';
import { deductionOf, useAmountToPay } from '../checkout/tax-deduction.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';

type Created = Awaited<ReturnType<typeof createLink>>;

const { $get, $post, $delete } = api.gig.order[':orderId']['payment-link'];
const createLink = (orderId: string) =>
  readJson($post({ param: { orderId }, json: { deduction: deductionOf(orderId) } }));

/** Beside the button that pays: a link for somebody else who pays this part. */
export function SharePayment({ order }: { order: BuyerOrderDto }) {
  const [isOpen, setOpen] = useState(false);
  if (order.paymentInfo.dueAmount === 0) return null;
  return (
    <>
      <Button variant="quiet" icon={Share2} onClick={() => setOpen(true)}>
        Share payment link
      </Button>
      {isOpen && <ShareDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({ order, onClose }: { order: BuyerOrderDto; onClose: () => void }) {
  const orderId = order._id;
  const [link, setLink] = useState<Created | null>(null);
  /** Until when an earlier link is valid, which can be revoked and not shown again. */
  const [validUntil, setValidUntil] = useState<string | null>(null);
  useEffect(() => {
    readJson($get({ param: { orderId } })).then(
      (earlier) => setValidUntil(earlier.validUntil),
      (error: unknown) => void toast('error', messageOf(error)),
    );
  }, [orderId]);
  const create = () =>
    runWithToast(async () => {
      const created = await createLink(orderId);
      setLink(created);
      setValidUntil(created.validUntil);
      return {};
    });
  const revoke = () =>
    runWithToast(async () => {
      const { message } = await readJson($delete({ param: { orderId } }));
      setLink(null);
      setValidUntil(null);
      return { message };
    });
  const { dueAmount: due, dueDeduction: deducted, currency } = order.paymentInfo;
  const amount = price(useAmountToPay(orderId, { due, deducted }), currency);
  const title = order.OrderItems[0]?.title ?? '';
  const part = order.parts.find(({ status }) => status === 'Open')?.name ?? '';
  return (
    <Modal title="Share payment link" onClose={onClose}>
      <div className="stack">
        {link ? (
          <Link link={link} text={`Please pay ${amount}. ${whatFor({ title, part })}`} />
        ) : (
          <p>
            Whoever has the link can pay {amount} without an account. They see the title, the part,
            the amount and your name. The receipt comes to you.
          </p>
        )}
        <p className="row">
          {!link && (
            <Button variant="solid" onClick={() => void create()}>
              {validUntil ? 'Create a new link' : 'Create link'}
            </Button>
          )}
          {validUntil && <Button onClick={() => void revoke()}>Revoke</Button>}
        </p>
        {validUntil && (
          <p className="muted text-15">
            {link
              ? `Valid until ${promisedDay(validUntil)}, for one payment.`
              : `A link that you created is valid until ${promisedDay(validUntil)}. A new one replaces it.`}
          </p>
        )}
      </div>
    </Modal>
  );
}

const Link = ({ link: { url, qr }, text }: { link: Created; text: string }) => (
  <>
    <img
      className="qr"
      alt="QR code of the payment link"
      src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
    />
    <CopyLink label="Link" url={url}>
      <a
        className="button"
        href={`https://wa.me/?text=${encodeURIComponent(`${text}: ${url}`)}`}
        target="_blank"
        rel="noreferrer"
      >
        WhatsApp
      </a>
    </CopyLink>
  </>
);
