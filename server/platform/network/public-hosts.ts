import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { addressIn } from './network.ts';
import { addressesIn, isAmong } from './ranges.ts';

// Where the server may connect to when somebody else names the address: not to its own network, where it would reach what they cannot.

/** Networks that are nobody's on the Internet (IANA's registries of special-purpose addresses), and those of several receivers. */
const special = addressesIn([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Within the public range of IPv6: protocols, of which some carry addresses of IPv4, and documentation.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
/** All that is given out to anybody in IPv6. */
const publicIpv6 = addressesIn(['2000::/3']);

/** Whether an address is one of the Internet, or in a network that was allowed. */
export function isReachable(address: string, allowed: readonly string[]): boolean {
  const plain = addressIn(address);
  if (plain === undefined) return false;
  if (isAmong(addressesIn(allowed), plain)) return true;
  return !isAmong(special, plain) && (isIP(plain) === 4 || isAmong(publicIpv6, plain));
}

/** An address at which the server may not connect. */
export class UnreachableHost extends Error {
  constructor(host: string) {
    super(`${host} is not an address of the Internet`);
    this.name = 'UnreachableHost';
  }
}

/** The address in the host of a URL; undefined for a name. The parser of URLs has made one form of all notations. */
export const addressOfHost = (hostname: string): string | undefined => addressIn(hostname);

/**
 * Looks up a host for a connection, which goes to the address that was checked: a name that is answered differently the next time
 * changes nothing.
 */
export const lookupReachable =
  (allowed: readonly string[]): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      const isRefused = !first || !addresses.every(({ address }) => isReachable(address, allowed));
      if (isRefused) return callback(new UnreachableHost(hostname), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
