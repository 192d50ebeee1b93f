import { gs1CheckDigit } from '../../format/check.ts';
import { countries, countryLetters, currencies, packageTypes } from './code-lists.ts';

/** What is wrong with the value of an AI. */
export type ValueFault = 'length' | 'characters' | 'check_digit' | 'date' | 'value';

/** A check of the Syntax Dictionary: what is wrong with a value whose length and characters are right. */
type Check = (value: string) => ValueFault | undefined;

const unless = (isRight: boolean, fault: ValueFault = 'value'): ValueFault | undefined => (isRight ? undefined : fault);
const matching =
  (pattern: RegExp, fault: ValueFault = 'value'): Check =>
  (value) =>
    unless(pattern.test(value), fault);

const day = (year: number, month: number, date: number, mayBeOpen: boolean): ValueFault | undefined => {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return unless(month >= 1 && month <= 12 && date <= last && (date > 0 || mayBeOpen), 'date');
};
const shortDay = (value: string, mayBeOpen: boolean) =>
  day(2000 + Number(value.slice(0, 2)), Number(value.slice(2, 4)), Number(value.slice(4, 6)), mayBeOpen);

/** A company prefix has four digits at least. */
const prefixAt = (from: number): Check => matching(new RegExp(`^.{${from}}\\d{4}`, 's'));

const set82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const set32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The pair of check characters of a Global Model Number (General Specifications 7.9.5). */
function checkPair(model: string): string {
  let sum = 0;
  for (const [at, prime] of primes(model.length).entries()) {
    sum += set82.indexOf(model[model.length - 1 - at] as string) * prime;
  }
  const rest = sum % 1021;
  return `${set32[rest >> 5]}${set32[rest & 31]}`;
}

function primes(count: number): number[] {
  const problems: number[] = [];
  for (let n = 2; problems.length < count; n++) if (problems.every((prime) => n % prime !== 0)) problems.push(n);
  return problems;
}

/** Two numbers from 1 on, of which the first is not above the second. */
const partOf = (part: string, total: string) => unless(Number(part) > 0 && Number(part) <= Number(total));

function ibanFault(value: string): ValueFault | undefined {
  if (!/^[A-Z]{2}\d\d[0-9A-Z]+$/.test(value)) return 'value';
  const numerals = [...(value.slice(4) + value.slice(0, 4))].map((one) => Number.parseInt(one, 36)).join('');
  return unless(BigInt(numerals) % 97n === 1n, 'check_digit');
}

/** The checks by the names that the Syntax Dictionary has for them. */
export const checks: Readonly<Record<string, Check>> = {
  csum: (value) => unless(gs1CheckDigit(value.slice(0, -1)) === value.at(-1) && !/^0+$/.test(value), 'check_digit'),
  csumalpha: (value) => unless(value.length > 2 && checkPair(value.slice(0, -2)) === value.slice(-2), 'check_digit'),
  gcppos1: prefixAt(0),
  gcppos2: prefixAt(1),
  yymmdd: (value) => shortDay(value, false),
  yymmd0: (value) => shortDay(value, true),
  yyyymmdd: (value) => day(Number(value.slice(0, 4)), Number(value.slice(4, 6)), Number(value.slice(6)), false),
  hhmi: matching(/^([01]\d|2[0-3])[0-5]\d$/, 'date'),
  hh: matching(/^([01]\d|2[0-3])$/, 'date'),
  mi: matching(/^[0-5]\d$/, 'date'),
  ss: matching(/^[0-5]\d$/, 'date'),
  iso3166: (value) => unless(countries.has(value)),
  iso3166999: (value) => unless(countries.has(value) || value === '999'),
  iso3166alpha2: (value) => unless(countryLetters.has(value)),
  iso4217: (value) => unless(currencies.has(value)),
  packagetype: (value) => unless(packageTypes.has(value)),
  mediatype: matching(/^(0[1-9]|10|[89]\d)$/),
  pcenc: matching(/^([^%]|%[\dA-Fa-f]{2})*$/),
  iban: ibanFault,
  pieceoftotal: (value) => partOf(value.slice(0, value.length / 2), value.slice(value.length / 2)),
  posinseqslash: (value) => {
    const [, part = '', total = ''] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? [];
    return partOf(part, total);
  },
  latitude: (value) => unless(Number(value) <= 1_800_000_000),
  longitude: (value) => unless(Number(value) <= 3_600_000_000),
  nonzero: matching(/[^0]/),
  zero: matching(/^0+$/),
  nozeroprefix: matching(/^(0|[^0].*)$/),
  hasnondigit: matching(/\D/),
  hyphen: matching(/^-+$/),
  yesno: matching(/^[01]$/),
  winding: matching(/^[019]$/),
  iso5218: matching(/^[0129]$/),
  importeridx: matching(/^[-0-9A-Z_a-z]$/),
  // Coupons of North America have a grammar of their own, which nothing here reads.
  couponcode: matching(/^\d+$/),
  couponposoffer: matching(/^\d+$/),
};
