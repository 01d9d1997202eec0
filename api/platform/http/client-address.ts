import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { Env } from './env.ts';

export const clientAddress = (c: Context<Env>): string =>
  readClientAddress(c.var.services.config.trustProxy, {
    peer: getConnInfo(c).remote.address,
    forwarded: c.req.header('X-Forwarded-For'),
  });

/**
 * The address of the client. Only the last entry of X-Forwarded-For comes from the trusted proxy. Some proxies
 * add the port.
 */
export function readClientAddress(
  trustProxy: boolean,
  { peer, forwarded }: { peer: string | undefined; forwarded: string | undefined },
): string {
  const last = trustProxy ? (forwarded?.split(',').at(-1)?.trim() ?? '') : '';
  const withoutPort = /^\[([^\]]+)\]|^([\d.]+):\d+$/.exec(last);
  return network(withoutPort?.[1] ?? withoutPort?.[2] ?? last) || network(peer ?? '');
}

/** An IPv6 client usually has a whole /64, so that counts as one address. */
function network(address: string): string {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString();
}

/** The network of an address, so that logs do not identify a person: `203.0.113.0/24`; '' if unknown. */
export function networkPrefix(address: string): string {
  if (ipaddr.IPv4.isValidFourPartDecimal(address))
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/24`)}/24`;
  if (ipaddr.IPv6.isValid(address))
    return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`)}/48`;
  return '';
}
