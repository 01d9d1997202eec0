import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';

export interface UpcomingStep {
  name: string;
  /** The planned date, where there is one. */
  by: string | null;
}

const STEPS = ['Awaiting payment', 'In Progress', 'Accepted', 'Delivered', 'Completed'];

/** The remaining steps of an order, with their planned dates. */
export function upcomingSteps(order: BuyerOrderDto): UpcomingStep[] {
  const { orderStatus, deliveryDate, completesAt } = order;
  const reached = STEPS.indexOf(orderStatus);
  if (reached < 0) return [];
  const steps: UpcomingStep[] = [
    { name: 'Paid', by: null },
    { name: 'Accepted', by: null },
    { name: 'Delivered', by: deliveryDate },
    { name: 'Yours', by: completesAt },
  ];
  return steps.slice(reached);
}
