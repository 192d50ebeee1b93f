import { isIP } from 'node:net';

// What environment variables accept, and their parsers, which return undefined for invalid values.

export function whole(least: number, most: number) {
  return {
    accepts: `a whole number from ${least} to ${most}`,
    parse: (text: string) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : undefined;
    },
  };
}

/** Where to listen. */
export function address() {
  return {
    accepts: 'an IP address or a host name',
    parse: (text: string) => (isIP(text) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : undefined),
  };
}

export function onOff() {
  return {
    accepts: "'on' or 'off'",
    parse: (text: string) => (text === 'on' ? true : text === 'off' ? false : undefined),
  };
}

/** A number from 0, which is off, to 1, which is on. */
export function share() {
  return {
    accepts: "'on', 'off', or a number between 0 and 1 such as 0.2",
    parse: (text: string) => {
      if (text === 'on' || text === 'off') return text === 'on' ? 1 : 0;
      return /^(0?\.\d+|0|1)$/.test(text) ? Number(text) : undefined;
    },
  };
}

export function oneOf<const Value extends string>(...values: Value[]) {
  return {
    accepts: `one of ${values.join(', ')}`,
    parse: (text: string) => values.find((value) => value === text),
  };
}

/** Parses a master key of 32 bytes in hex or Base64. */
export function parseKey(text: string): Buffer | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

export function parsePublicUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || /[?#\s]|\/$/.test(text)) return undefined;
  return url.username === '' && url.password === '' ? text : undefined;
}

export function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.origin === text ? text : undefined;
}

export function parseOrigins(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((part) => parseOrigin(part.trim()));
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

export function parseProxies(text: string): false | string[] | undefined {
  return text === 'off' ? false : parseRanges(text);
}

export function parseRanges(text: string): string[] | undefined {
  const ranges = text.split(',').map((part) => part.trim());
  return ranges.every(isAddressOrRange) ? ranges : undefined;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function parseTimeZone(text: string): string | undefined {
  try {
    return /^[a-z]/i.test(text)
      ? new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
      : undefined;
  } catch {
    return undefined;
  }
}
