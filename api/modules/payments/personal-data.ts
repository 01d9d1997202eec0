import type { PersonalData } from '../../platform/personal-data.ts';

/** Money stays in the books; the orders' export lists the payments. */
export const personalData: PersonalData = {
  tables: ['instalments', 'payments', 'payment_refusals'],
  erase: (tx, user) => tx.deleteFrom('payment_refusals').where('user_id', '=', user.id).execute(),
};
