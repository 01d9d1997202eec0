import type { PersonalData } from '../../platform/personal-data.ts';

/** Money stays in the books; the orders' export lists the payments. */
export const personalData: PersonalData = {
  tables: ['instalments', 'payments', 'rejected_payments'],
  erase: (tx, user) => tx.deleteFrom('rejected_payments').where('user_id', '=', user.id).execute(),
};
