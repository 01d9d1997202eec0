import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { $orderTax, decideExport, loadOrderTax } from '../tax/tax-store.ts';
import { $busy, updateOrder } from './orders-store.ts';

const KINDS = {
  home: 'CGST and SGST',
  interstate: 'IGST',
  export: 'Export',
  sez: 'Special economic zone',
};

/** How the next papers of an order are taxed, where the owner can decide it. */
export function OrderTax({ orderId }: { orderId: string }) {
  const tax = useStore($orderTax);
  const busy = useStore($busy);
  useEffect(() => void loadOrderTax(orderId), [orderId]);
  if (tax.state !== 'loaded' || tax.value.id !== orderId || !tax.value.canDecide) return null;
  const { supply, country } = tax.value;
  if (!supply) return null;
  const isSpecial = supply.kind === 'export' || supply.kind === 'sez';
  const how = supply.lut ? `no tax, letter of undertaking ${supply.lut}` : `IGST ${supply.rate} %`;
  const decide = async () => {
    await updateOrder(orderId, () => decideExport(orderId, !isSpecial));
    await loadOrderTax(orderId);
  };
  return (
    <div className="stack stack--small">
      <p className="text-15">
        Tax, buyer in {country}: {KINDS[supply.kind]}
        {isSpecial && `, ${how}`}.{' '}
        {isSpecial
          ? 'Not an export if the money came in rupees without the Reserve Bank’s permission.'
          : 'An export if the money came in convertible foreign exchange, or in permitted rupees.'}
      </p>
      <p>
        <Button small disabled={busy} onClick={() => void decide()}>
          {isSpecial ? 'Charge IGST as in India' : 'Count as an export'}
        </Button>
      </p>
    </div>
  );
}
