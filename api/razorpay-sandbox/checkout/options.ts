import type { CheckoutResult } from '../types.ts';

export interface CheckoutOptions {
  key: string;
  order_id: string;
  amount: number | string;
  currency: string;
  name: string;
  description?: string;
  handler?: (result: CheckoutResult) => void;
  prefill?: { name?: string; email?: string; contact?: string; method?: string };
  theme?: { color?: string; backdrop_color?: string };
  modal?: {
    ondismiss?: () => void;
    escape?: boolean;
    backdropclose?: boolean;
    confirm_close?: boolean;
  };
  callback_url?: string;
  /** Always posts to `callback_url`, failures as well. */
  redirect?: boolean;
  retry?: boolean | { enabled?: boolean };
  timeout?: number;
}

type Check = (value: unknown) => boolean;
type Checks = Record<string, Check>;

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isFunction: Check = (value) => typeof value === 'function';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isObject: Check = (value) => typeof value === 'object' && value !== null;
const isHexColour = matches(/^#(?:[\da-f]{3}|[\da-f]{6})$/i);

const NEEDED: Checks = {
  key: matches(/^rzp_\w+$/),
  order_id: matches(/^order_[A-Za-z0-9]{14}$/),
  amount: (value) => /^\d+$/.test(String(value)) && Number(value) >= 100,
  currency: matches(/^[A-Z]{3}$/),
  name: matches(/\S/),
};
const OPTIONAL: Checks = {
  description: matches(/^[A-Za-z0-9].{0,254}$/s),
  image: matches(/^(?:https?:|data:image\/)/),
  handler: isFunction,
  callback_url: matches(/^https?:\/\/\S+$/),
  redirect: isBoolean,
  prefill: isObject,
  theme: isObject,
  modal: isObject,
  notes: isObject,
  readonly: isObject,
  hidden: isObject,
  config: isObject,
  retry: (value) => isBoolean(value) || isObject(value),
  timeout: (value) => Number.isInteger(value) && Number(value) > 0,
  remember_customer: isBoolean,
};
const INNER: Record<string, Checks> = {
  prefill: {
    name: matches(/\S/),
    email: matches(/^[^\s@]+@[^\s@]+$/),
    contact: matches(/^\+?\d[\d\s()-]{5,17}\d$/),
    method: matches(/^(?:card|netbanking|wallet|emi|upi)$/),
  },
  theme: { color: isHexColour, backdrop_color: isHexColour },
  modal: {
    ondismiss: isFunction,
    escape: isBoolean,
    backdropclose: isBoolean,
    handleback: isBoolean,
    confirm_close: isBoolean,
    animation: isBoolean,
  },
};

/** Returns the names of invalid checkout options, according to the provider's documentation. */
export function wrongOptions(options: object): string[] {
  const missing = Object.keys(NEEDED).filter((name) => !(name in options));
  const inner = Object.entries(INNER).flatMap(([name, checks]) => {
    const held: unknown = Reflect.get(options, name);
    return isObject(held) ? wrongIn(held as object, checks).map((each) => `${name}.${each}`) : [];
  });
  return [...missing, ...wrongIn(options, { ...NEEDED, ...OPTIONAL }), ...inner];
}

const wrongIn = (held: object, checks: Checks): string[] =>
  Object.entries(held)
    .filter(([name, value]) => !checks[name]?.(value))
    .map(([name]) => name);
