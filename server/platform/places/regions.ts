import { createRequire } from 'node:module';

/** Where an address is, as far as the offline ip2region data know; empty texts where they do not. */
export interface Region {
  readonly country: string;
  readonly province: string;
  readonly city: string;
}

interface Ip2Region {
  search(ip: string): { country: string; province: string; city: string; isp: string } | null;
}

const nowhere: Region = { country: '', province: '', city: '' };

/** Looks addresses up in the ip2region data, in memory. */
export class Regions {
  readonly #data: Ip2Region;

  constructor() {
    // The package is CommonJS with its class under `default`.
    const { default: Data } = createRequire(import.meta.url)('ip2region') as { default: new () => Ip2Region };
    this.#data = new Data();
  }

  find(ip: string): Region {
    const found = this.#search(ip.replace(/^::ffff:/, ''));
    if (!found) return nowhere;
    const { country, province, city } = found;
    return { country: known(country), province: known(province), city: known(city) };
  }

  #search(ip: string) {
    try {
      return this.#data.search(ip);
    } catch {
      return null;
    }
  }
}

// The data write 0 for "not known" and 内网IP for private addresses.
const known = (name: string): string => (name === '0' || name.startsWith('内网') ? '' : name);

/** A region in words, from the large to the small, without saying a municipality twice. */
export const regionName = ({ country, province, city }: Region): string =>
  [country === '中国' ? '' : country, province, city === province || city === `${province}市` ? '' : city]
    .filter(Boolean)
    .join(' ');
