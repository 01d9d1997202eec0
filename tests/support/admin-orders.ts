import { owner } from './payment-app.ts';

export const ADMIN_ORDERS = '/api/v1/desk/orders';
export const ADMIN_REVIEWS = '/api/v1/desk/reviews';
export const ADMIN_TODAY = '/api/v1/desk/today';

/** The order as the owner reads it. */
export const adminOrderOf = async (id: string) =>
  (await owner.get(`${ADMIN_ORDERS}/${id}`)).body.order;
export const orderStatusOf = async (id: string): Promise<string> =>
  (await adminOrderOf(id)).orderStatus;
