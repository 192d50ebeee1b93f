import { createRequire } from 'node:module';

/** The region of an IP address according to the offline ip2region data; unknown parts are empty. */
export interface Region {
  readonly country: string;
  readonly province: string;
  readonly city: string;
}

interface Ip2Region {
  search(ip: string): { country: string; province: string; city: string; isp: string } | null;
}

const nowhere: Region = { country: '', province: '', city: '' };

let data: Ip2Region | undefined;

/** The data, of 11 MB; they are loaded when they are first asked, which not every server is. */
function ip2region(): Ip2Region {
  if (data) return data;
  // The package is CommonJS and exports its class as `default`.
  const { default: Data } = createRequire(import.meta.url)('ip2region') as { default: new () => Ip2Region };
  data = new Data();
  return data;
}

/** Looks up IP addresses in the ip2region data, which are in memory. */
export class Regions {
  find(ip: string): Region {
    const region = this.#search(ip.replace(/^::ffff:/, ''));
    if (!region) return nowhere;
    const { country, province, city } = region;
    return { country: nameOf(country), province: nameOf(province), city: nameOf(city) };
  }

  #search(ip: string) {
    try {
      return ip2region().search(ip);
    } catch {
      return null;
    }
  }
}

// In the data, 0 means unknown and 内网IP a private address.
const nameOf = (name: string): string => (name === '0' || name.startsWith('内网') ? '' : name);

/** The name of a region from large to small, without repeating municipalities. */
export const regionName = ({ country, province, city }: Region): string =>
  [country === '中国' ? '' : country, province, city === province || city === `${province}市` ? '' : city]
    .filter(Boolean)
    .join(' ');

/** The name of a country in a language, by its Chinese name; undefined if it is not that of a country. */
export function countryNamed(chinese: string, language: string): string | undefined {
  const code = countryCodes().get(chinese);
  return code && regionNames(language).of(code);
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let codes: ReadonlyMap<string, string> | undefined;

/** The ISO 3166-1 codes of countries by their Chinese names, made on first use. */
function countryCodes(): ReadonlyMap<string, string> {
  codes ??= new Map(
    letters
      .flatMap((one) => letters.map((other) => one + other))
      .flatMap((code): [string, string][] => {
        const name = regionNames('zh').of(code);
        return name === undefined ? [] : [[name, code]];
      }),
  );
  return codes;
}

const namesByLanguage = new Map<string, Intl.DisplayNames>();

function regionNames(language: string): Intl.DisplayNames {
  const names =
    namesByLanguage.get(language) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  namesByLanguage.set(language, names);
  return names;
}
