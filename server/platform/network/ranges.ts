import { BlockList, isIP } from 'node:net';

/** The addresses in some ranges, each an address or a network as CIDR writes it. */
export function addressesIn(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export const isAmong = (list: BlockList, address: string | undefined): boolean =>
  address !== undefined && isIP(address) > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether a text is an address, or a network as CIDR writes it. */
export function isRange(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family > 0 && !address.includes('%') && (bits === undefined || Number(bits) <= (family === 6 ? 128 : 32));
}
