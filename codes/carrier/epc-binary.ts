import { gs1CheckDigit } from '../format/check.ts';
import { checked, type Element, type Elements, type Fault } from './gs1/elements.ts';

/**
 * Reads the binary string of an EPC in a compressed Digital Link: `eh` with hexadecimal digits, or `ex` with base 64. Known are items
 * and logistic units (SGTIN, SSCC; the Tag Data Standard 1 and 2); other EPCs are undecodable. Undefined if the text is none.
 */
export function binaryElements(step: string): Elements | undefined {
  const bits = bitsOf(step);
  if (bits === undefined) return undefined;
  const undecodable: Fault = { kind: 'undecodable', ai: '', value: step.slice(0, 64) };
  const reader = new BitReader(bits);
  const pairs = schemes[reader.number(8)]?.(reader);
  if (!pairs || reader.isBeyond) return { elements: [], faults: [undecodable] };
  return checked(pairs);
}

/** Whether a step of a path is written as a binary string, whatever it says. */
export const isBinary = (step: string): boolean => /^(?:eh[\da-f]{4,}|ex[-\w]{4,})$/i.test(step);

const fileSafe = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Of the code for URNs: three characters in 16 bits. */
const urnCode = '\0ABCDEFGHIJKLMNOPQRSTUVWXYZ-.:0123456789';

function bitsOf(step: string): string | undefined {
  if (/^eh[\da-f]+$/i.test(step)) return bitsIn(step.slice(2), 4, (one) => Number.parseInt(one, 16));
  return /^ex[-\w]+$/.test(step) ? bitsIn(step.slice(2), 6, (one) => fileSafe.indexOf(one)) : undefined;
}

const bitsIn = (text: string, width: number, numberOf: (character: string) => number): string =>
  [...text].map((one) => numberOf(one).toString(2).padStart(width, '0')).join('');

class BitReader {
  readonly #bits: string;
  #at = 0;

  constructor(bits: string) {
    this.#bits = bits;
  }

  /** Whether more was read than there is. */
  get isBeyond(): boolean {
    return this.#at > this.#bits.length;
  }

  digits(width: number): string {
    const bits = this.#bits.slice(this.#at, this.#at + width);
    this.#at += width;
    return BigInt(`0b${bits || '0'}`).toString();
  }

  number(width: number): number {
    return Number(this.digits(width));
  }

  /** Each digit in four bits. */
  decimals(count: number): string {
    return Array.from({ length: count }, () => this.number(4).toString(16)).join('');
  }

  characters(count: number, width: number, of: (value: number) => string): string {
    return Array.from({ length: count }, () => of(this.number(width))).join('');
  }
}

type Scheme = (reader: BitReader) => Element[] | undefined;

/** Bits and digits of the company prefix, and bits of the reference, by the partition. */
const prefixBits = [40, 37, 34, 30, 27, 24, 20];

/** The prefix and the reference of a tag of the first Tag Data Standard, as many digits together as `digits`. */
function partitioned(reader: BitReader, digits: number, bits: number): [prefix: string, reference: string] | undefined {
  reader.number(3);
  const partition = reader.number(3);
  const width = prefixBits[partition];
  if (width === undefined) return undefined;
  const length = 12 - partition;
  const prefix = reader.digits(width).padStart(length, '0');
  const reference = reader.digits(bits - width).padStart(digits - length, '0');
  return prefix.length > length || reference.length > digits - length ? undefined : [prefix, reference];
}

const turned = ([prefix, reference]: readonly [string, string]): string => {
  const body = reference.slice(0, 1) + prefix + reference.slice(1);
  return body + gs1CheckDigit(body);
};

function taggedItem(reader: BitReader, serialOf: (reader: BitReader) => string): Element[] | undefined {
  const parts = partitioned(reader, 13, 44);
  return (
    parts && [
      { ai: '01', value: turned(parts) },
      { ai: '21', value: serialOf(reader) },
    ]
  );
}

/** The serial number of a tag of the second Tag Data Standard: how it is written, its length, and its characters. */
function writtenSerial(reader: BitReader): string {
  const manner = reader.number(3);
  const length = reader.number(5);
  switch (manner) {
    case 0:
      return reader.digits((10n ** BigInt(length) - 1n).toString(2).length).padStart(length, '0');
    case 1:
      return reader.characters(length, 4, (value) => value.toString(16).toUpperCase());
    case 2:
      return reader.characters(length, 4, (value) => value.toString(16));
    case 3:
      return reader.characters(length, 6, (value) => fileSafe[value] as string);
    case 4:
      return reader.characters(length, 7, (value) => String.fromCharCode(value));
    case 5:
      return reader
        .characters(Math.ceil(length / 3), 16, (three) => {
          const value = three - 1;
          return [Math.floor(value / 1600), Math.floor(value / 40) % 40, value % 40]
            .map((one) => urnCode[one])
            .join('');
        })
        .replaceAll('\0', '')
        .slice(0, length);
    default:
      return '';
  }
}

/** Past the mark for data that follow, and the filter. */
const begun = (reader: BitReader): BitReader => {
  reader.number(4);
  return reader;
};

const item = (reader: BitReader): Element[] => [
  { ai: '01', value: reader.decimals(14) },
  { ai: '21', value: writtenSerial(reader) },
];

/** The day that a DSGTIN+ begins with: its AI, and the day. */
function dated(reader: BitReader): Element[] | undefined {
  const ai = ['11', '13', '15', '16', '17', '7006', '7007'][reader.number(4)];
  const day = [7, 4, 5].map((width) => String(reader.number(width)).padStart(2, '0')).join('');
  return ai === undefined ? undefined : [...item(reader), { ai, value: day }];
}

/** By the header. */
const schemes: Readonly<Record<number, Scheme>> = {
  48: (reader) => taggedItem(reader, (rest) => rest.digits(38)),
  54: (reader) =>
    taggedItem(reader, (rest) => rest.characters(20, 7, (value) => (value ? String.fromCharCode(value) : ''))),
  49: (reader) => {
    const parts = partitioned(reader, 17, 58);
    return parts && [{ ai: '00', value: turned(parts) }];
  },
  247: (reader) => item(begun(reader)),
  249: (reader) => [{ ai: '00', value: begun(reader).decimals(18) }],
  251: (reader) => dated(begun(reader)),
};
