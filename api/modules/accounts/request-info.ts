import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { clientAddress, networkPrefix } from '../../platform/http/client-address.ts';
import { deviceCookieName } from '../../platform/http/cookie-names.ts';
import { readDevice } from '../../platform/http/device-name.ts';
import type { Env } from '../../platform/http/env.ts';

/** The properties of a request that identify its sender. */
export interface RequestInfo {
  address: string;
  userAgent: string;
  /** The token of a device on which somebody has signed in before. */
  device: string | undefined;
}

export const requestInfoOf = (c: Context<Env>): RequestInfo => ({
  address: clientAddress(c),
  userAgent: c.req.header('User-Agent') ?? '',
  device: getCookie(c, deviceCookieName(c.var.services.config.https)),
});

/** The device and network that a mail about a sign-in names. */
export const originOf = ({ userAgent, address }: RequestInfo) => ({
  device: readDevice(userAgent).name,
  network: networkPrefix(address),
});
