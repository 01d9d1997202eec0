import { SandboxError } from './errors.ts';
import { makeId } from './ids.ts';
import type { Instrument, Method, UpiFlow } from './types.ts';

export interface Choice {
  method: Method;
  instrument: Instrument;
  international: boolean;
  plan: string;
}

export interface CardInput {
  number: string;
  expiry: string;
  cvv: string;
  name?: string;
}

type TestCard = [network: string, plan: string, international?: boolean];

const CARDS: Record<string, TestCard> = {
  4100280000001007: ['Visa', 'success'],
  5500670000001002: ['MasterCard', 'success'],
  6527658900001005: ['RuPay', 'success'],
  36082800091007: ['Diners Club', 'success'],
  340256000401007: ['American Express', 'success'],
  5555555555554444: ['MasterCard', 'success', true],
  4012888888881881: ['Visa', 'success', true],
  4100280000090000: ['Visa', 'payment_timed_out'],
  4100280000080001: ['Visa', 'insufficient_funds'],
  4100280000070002: ['Visa', 'payment_cancelled'],
  4100280000060003: ['Visa', 'card_declined'],
  4100280000030006: ['Visa', 'card_disabled_for_online_payments'],
  4100280000010008: ['Visa', 'card_number_invalid'],
  4100280000020007: ['Visa', 'gateway_technical_error'],
  4100280000000009: ['Visa', 'authentication_failed'],
};

const VPAS: Record<string, string> = {
  'success@razorpay': 'success',
  'failure@razorpay': 'payment_declined',
};

export const SUCCESS_CARD = '4100280000001007';

/** Validates a test card. Only the last four digits are stored, never number, expiry and CVV. */
export function readCard(input: CardInput, now: Date): Choice {
  const number = input.number.replace(/[\s-]/g, '');
  const known = Object.hasOwn(CARDS, number) ? CARDS[number] : undefined;
  if (!known) throw new SandboxError('Only test cards work here.', { field: 'card[number]' });
  if (!inFuture(input.expiry, now)) {
    throw new SandboxError('The expiry must be in the future.', { field: 'card[expiry]' });
  }
  if (!/^\d{3,4}$/.test(input.cvv)) {
    throw new SandboxError('The CVV has 3 or 4 digits.', { field: 'card[cvv]' });
  }
  const [network, plan, international = false] = known;
  return {
    method: 'card',
    instrument: cardOf(number, network, international, input.name),
    international,
    plan,
  };
}

export function readVpa(vpa: string): Choice {
  const plan = Object.hasOwn(VPAS, vpa) ? VPAS[vpa] : undefined;
  if (!plan) {
    throw new SandboxError('Use success@razorpay or failure@razorpay here.', { field: 'vpa' });
  }
  return {
    method: 'upi',
    instrument: {
      card_id: null,
      vpa,
      upi: { payer_account_type: 'bank_account', vpa, flow: 'collect' },
      acquirer_data: { rrn: null },
    },
    international: false,
    plan,
  };
}

/** A payment that the buyer approves or declines in a UPI app (`upi.ts`). */
export const upiAppChoice = (flow: UpiFlow): Choice => ({
  method: 'upi',
  instrument: {
    card_id: null,
    vpa: 'buyer@upi',
    upi: { payer_account_type: 'bank_account', vpa: 'buyer@upi', flow },
    acquirer_data: { rrn: null },
  },
  international: false,
  plan: 'success',
});

function cardOf(number: string, network: string, international: boolean, name = ''): Instrument {
  const id = makeId('card');
  return {
    card_id: id,
    card: {
      id,
      entity: 'card',
      name: name.slice(0, 80),
      last4: number.slice(-4),
      network,
      type: 'credit',
      issuer: international ? null : 'TEST',
      international,
      emi: false,
      sub_type: 'consumer',
      token_iin: null,
    },
    vpa: null,
    acquirer_data: { auth_code: null },
  };
}

function inFuture(expiry: string, now: Date): boolean {
  const match = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(expiry);
  if (!match) return false;
  // A card is valid until the end of its month.
  return new Date(2000 + Number(match[2]), Number(match[1]), 1).getTime() > now.getTime();
}
