import { type AlphabetName, alphabets, normalised } from './alphabet.ts';
import { type CheckName, checkAlphabet } from './check.ts';
import { type Shape, shapesMeet } from './shape.ts';

/** Packaging levels: 1 unit, 2 inner pack, 3 case, 4 pallet. */
export const levels = [1, 2, 3, 4] as const;
export type Level = (typeof levels)[number];
export const carriers = ['plain', 'url', 'digital-link'] as const;
export type Carrier = (typeof carriers)[number];
/** How a counter becomes a body: encrypted, so that the next one cannot be guessed, or written as it is. */
export const numberings = ['random', 'sequential'] as const;
export type Numbering = (typeof numberings)[number];

/**
 * What a code looks like: prefix, then a body of `bodyLength` characters of the alphabet, then the check character of both.
 */
export interface CodeFormat {
  readonly prefix: string;
  readonly alphabet: AlphabetName;
  readonly bodyLength: number;
  readonly check: CheckName;
  /** `random` by default. */
  readonly numbering?: Numbering;
}

/** A counter has 40 bits, so that rule number and counter make one safe integer. */
export const COUNTER_LIMIT = 2 ** 40;
/** NIST SP 800-38G Rev. 1 asks FF1 for at least a million different inputs. */
const MIN_DOMAIN = 1_000_000;

const longestPrefix = 20;
const shortestBody = 4;
const longestBody = 32;
const longestCode = 40;
/** GS1 AI (21): up to 20 characters. AI (00), an SSCC: 18 digits. */
const longestSerial = 20;
const ssccLength = 18;

export const codeLength = ({ prefix, bodyLength, check }: CodeFormat): number =>
  prefix.length + bodyLength + (check === 'none' ? 0 : 1);

/** How many different bodies there are. */
export const domain = ({ alphabet, bodyLength }: CodeFormat): bigint =>
  BigInt(alphabets[alphabet].length) ** BigInt(bodyLength);

/** The probability that a guessed code of this format was issued. Sequential codes reveal their neighbours. */
export function guessOdds(format: CodeFormat, count: number): number {
  if (format.numbering === 'sequential') return count > 0 ? 1 : 0;
  return count / Number(domain(format));
}

/** How many codes can be issued at all. */
export function capacity(format: CodeFormat): number {
  const bodies = domain(format);
  return bodies > BigInt(COUNTER_LIMIT) ? COUNTER_LIMIT : Number(bodies);
}

export type FormatProblem = {
  readonly field: 'prefix' | 'alphabet' | 'body_length' | 'check' | 'numbering' | 'carrier' | 'level';
  readonly reason: string;
};

/** The problems of a format; empty if codes can be issued by it. Reasons are stable keys for translation. */
export function formatProblems(
  format: CodeFormat,
  { carrier, level }: { carrier: Carrier; level: Level },
): FormatProblem[] {
  const problems: FormatProblem[] = [];
  const refuse = (field: FormatProblem['field'], reason: string, when: boolean) => {
    if (when) problems.push({ field, reason });
  };
  const { prefix, alphabet, bodyLength, check, numbering } = format;
  const within = (characters: string) => [...prefix].every((character) => characters.includes(character));

  refuse('prefix', 'prefix_characters', !/^[0-9A-Za-z]*$/.test(prefix) || prefix.length > longestPrefix);
  refuse('prefix', 'prefix_case', alphabet !== 'base62' && normalised(prefix, alphabet) !== prefix);
  const lengthFits = Number.isInteger(bodyLength) && bodyLength >= shortestBody && bodyLength <= longestBody;
  refuse('body_length', 'body_length', !lengthFits);
  const isSequential = numbering === 'sequential';
  refuse('body_length', 'domain_too_small', lengthFits && !isSequential && domain(format) < BigInt(MIN_DOMAIN));
  refuse('body_length', 'code_too_long', codeLength(format) > longestCode);
  refuse('check', 'check_needs_digits', check === 'gs1' && !(alphabet === 'digits' && within(alphabets.digits)));
  refuse('check', 'check_needs_alphabet', check === 'luhn' && !within(alphabets[alphabet]));
  refuse(
    'check',
    'check_needs_upper_case',
    check === 'iso7064' && !(alphabet !== 'base62' && within(alphabets.base36)),
  );
  // Its check character may be I, L or O, which the alphabet leaves out because people read them as digits.
  refuse('check', 'check_looks_alike', check === 'iso7064' && alphabet === 'base32');
  // Consumers verify units and inner packs, so nobody who holds one may be able to guess the next.
  refuse('numbering', 'numbering_guessable', isSequential && level <= 2);
  if (carrier === 'digital-link') {
    const isSscc = codeLength(format) === ssccLength && check === 'gs1';
    refuse('carrier', 'digital_link_serial_too_long', level <= 2 && codeLength(format) > longestSerial);
    refuse('carrier', 'digital_link_needs_sscc', level >= 3 && !isSscc);
  }
  return problems;
}

/**
 * Whether any text could be decoded by both formats: same length and, at each position, a common character. Check characters
 * are not taken into account, so that no two rules rely on them to be told apart.
 */
export const overlaps = (a: CodeFormat, b: CodeFormat): boolean =>
  codeLength(a) === codeLength(b) && shapesMeet(shapeOf(a), shapeOf(b));

/** The characters that may occur at each position of a code, including the variants that people type. */
export function shapeOf(format: CodeFormat): Shape {
  const { prefix, alphabet, bodyLength, check } = format;
  const body = readable(alphabets[alphabet], alphabet);
  const last = readable(checkAlphabet(check, alphabet), alphabet);
  return [
    ...[...prefix].map((character) => readable(character, alphabet)),
    ...Array.from({ length: bodyLength }, () => body),
    ...(check === 'none' ? [] : [last]),
  ];
}

const typeable = alphabets.base62;

/** Every character that is normalised to one of `characters`. */
function readable(characters: string, alphabet: AlphabetName): Set<string> {
  return new Set(
    [...typeable].filter(
      (character) => characters.includes(character) || characters.includes(normalised(character, alphabet)),
    ),
  );
}
