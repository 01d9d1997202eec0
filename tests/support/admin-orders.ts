import { owner } from './payment-app.ts';

export const ORDERS = '/api/v1/desk/orders';
export const REVIEWS = '/api/v1/desk/reviews';
export const TODAY = '/api/v1/desk/today';

/** The order as the owner reads it. */
export const orderAt = async (id: string) => (await owner.get(`${ORDERS}/${id}`)).body.order;
export const statusOf = async (id: string): Promise<string> => (await orderAt(id)).orderStatus;
