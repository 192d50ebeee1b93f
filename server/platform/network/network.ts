import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A network that limits apply to; `weight` multiplies the limit of the smallest networks. */
export interface Network {
  readonly name: string;
  readonly weight: number;
}

/**
 * Whoever has an IPv6 address usually has its whole /64, a household often a /56, a site a /48, so all of these are limited.
 * Larger ones have higher limits, since a /48 can also belong to many people.
 */
const widths = [
  { bits: 64, weight: 1 },
  { bits: 56, weight: 2 },
  { bits: 48, weight: 8 },
] as const;

/** The networks of an address, smallest first. Invalid addresses share one network with an empty name. */
export function networksOf(ip: string): readonly [Network, ...Network[]] {
  const address = addressIn(ip) ?? '';
  if (!address.includes(':')) return [{ name: address, weight: 1 }];
  const groups = groupsOf(address);
  const [smallest, ...wider] = widths.map(({ bits, weight }) => ({ name: prefixOf(groups, bits), weight }));
  return [smallest as Network, ...wider];
}

/** The smallest network of an address. */
export const networkOf = (ip: string): string => networksOf(ip)[0].name;

/** The weight of a network by its name. */
export const weightOf = (network: string): number =>
  widths.find(({ bits }) => network.endsWith(`::/${bits}`))?.weight ?? 1;

/** Whether an address is that of this machine: of a proxy that is not configured, or of a test. */
export const isOwnMachine = (ip: string): boolean => /^(127\.|::1$)/.test(addressIn(ip) ?? '');

/** The address as a proxy wrote it, without port, brackets and zone, in canonical form. Undefined if it is none. */
export function addressIn(text: string): string | undefined {
  const bare = text.trim().replaceAll('"', '');
  const inBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare)?.[1];
  const withoutPort = inBrackets ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  const address = withoutPort.replace(/%.*$/, '');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const groups = groupsOf(address);
  // An IPv4-mapped IPv6 address.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return hostOf(address);
}

/** Removes the ports and brackets that proxies write into X-Forwarded-For. */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const header = headers['x-forwarded-for'];
    if (typeof header !== 'string') return;
    headers['x-forwarded-for'] = header
      .split(',')
      .map((part) => addressIn(part) ?? part.trim())
      .join(', ');
  });
}

/** The canonical form of an address, by the URL parser. */
const hostOf = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

function groupsOf(address: string): number[] {
  const [head = '', tail] = hostOf(address).split('::');
  const numbers = (part: string | undefined) =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [left, right] = [numbers(head), numbers(tail)];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function prefixOf(groups: readonly number[], bits: number): string {
  const groupsOfPrefix = groups.slice(0, Math.ceil(bits / 16));
  const rest = bits % 16;
  if (rest > 0) groupsOfPrefix[groupsOfPrefix.length - 1] = (groupsOfPrefix.at(-1) as number) & (0xffff << (16 - rest));
  return `${groupsOfPrefix.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
