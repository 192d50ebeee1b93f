import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A network that is held to account for what comes from it, and how many times as much as the smallest it may do. */
export interface Network {
  readonly name: string;
  readonly weight: number;
}

/**
 * Whoever has one IPv6 address has its whole /64, a household often a /56, a site a /48: each is counted. The larger ones
 * may do more, for a /48 can also be many people's.
 */
const widths = [
  { bits: 64, weight: 1 },
  { bits: 56, weight: 2 },
  { bits: 48, weight: 8 },
] as const;

/** The networks of an address, the smallest first. All that is no address is one network, without a name. */
export function networksOf(ip: string): readonly [Network, ...Network[]] {
  const address = addressIn(ip) ?? '';
  if (!address.includes(':')) return [{ name: address, weight: 1 }];
  const groups = groupsOf(address);
  const [smallest, ...wider] = widths.map(({ bits, weight }) => ({ name: prefixOf(groups, bits), weight }));
  return [smallest as Network, ...wider];
}

/** The smallest network of an address. */
export const networkOf = (ip: string): string => networksOf(ip)[0].name;

/** How much more than the smallest a network of this name may do. */
export const weightOf = (network: string): number =>
  widths.find(({ bits }) => network.endsWith(`::/${bits}`))?.weight ?? 1;

/** This machine's own address: that of a proxy that nobody was told of, or of a test. */
export const isOwnMachine = (ip: string): boolean => /^(127\.|::1$)/.test(addressIn(ip) ?? '');

/** The address in what a proxy wrote: without port, brackets or zone, and in one form. Undefined for what is none. */
function addressIn(written: string): string | undefined {
  const bare = written.trim().replaceAll('"', '');
  const inBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare)?.[1];
  const withoutPort = inBrackets ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  const address = withoutPort.replace(/%.*$/, '');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const groups = groupsOf(address);
  // An IPv4 address that came by an IPv6 socket.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return hostOf(address);
}

/** Proxies write ports and brackets into X-Forwarded-For; what reads it should see addresses. */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded !== 'string') return;
    headers['x-forwarded-for'] = forwarded
      .split(',')
      .map((part) => addressIn(part) ?? part.trim())
      .join(', ');
  });
}

/** The URL parser writes every form of an address in one way. */
const hostOf = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

function groupsOf(address: string): number[] {
  const [head = '', tail] = hostOf(address).split('::');
  const numbers = (part: string | undefined) =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [left, right] = [numbers(head), numbers(tail)];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function prefixOf(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16));
  const rest = bits % 16;
  if (rest > 0) kept[kept.length - 1] = (kept.at(-1) as number) & (0xffff << (16 - rest));
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
