import { useMemo } from 'react';
import { type Language, languageFacts } from '../i18n/languages.ts';
import { useTranslation } from '../i18n/useTranslation.ts';

/** Number formats in the current language. */
export interface Numbers {
  /** 1,234,567 */
  readonly count: (value: number | bigint) => string;
  /** 1.2M; in Chinese and Japanese by ten thousands, 120万 */
  readonly short: (value: number) => string;
  /** 1,234,567 as 1,230,000; 10²⁰ and the like as powers */
  readonly rough: (value: number) => string;
  /** 0.126 as 12.6% */
  readonly share: (value: number) => string;
  /** 1234567 bytes as 1.2 MB */
  readonly bytes: (value: number) => string;
}

/** Languages that count large numbers in 万 and 亿 (億). */
const byTenThousands: ReadonlySet<Language> = new Set(['zh', 'ja']);

/** From here on numbers are shown as powers of ten. */
const countless = 1e15;

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

const powerOfTen = (value: number): string =>
  `10${[...`${Math.round(Math.log10(value))}`].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;

export function numbersIn(language: Language): Numbers {
  // Created on first use: creating one costs as much as formatting a whole table with it.
  const writer = (options: Intl.NumberFormatOptions) => {
    let format: Intl.NumberFormat | undefined;
    return (value: number | bigint) => {
      format ??= new Intl.NumberFormat(languageFacts[language].tag, options);
      return format.format(value);
    };
  };
  // Small counts need no separator, so a list does not wait for the formatter.
  const grouped = writer({ useGrouping: 'always' });
  const inUnits = byteUnits.map((unit) =>
    writer({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
  );
  const rough = writer({ maximumSignificantDigits: 3, maximumFractionDigits: 0 });
  return {
    count: (value) => (value < 1000 && Number.isInteger(Number(value)) && value >= 0 ? `${value}` : grouped(value)),
    short: byTenThousands.has(language) ? writer({ notation: 'compact', maximumFractionDigits: 1 }) : numberSuffix,
    rough: (value) => (value < countless ? rough(value) : powerOfTen(value)),
    share: writer({ style: 'percent', maximumFractionDigits: 1 }),
    bytes: (value) => {
      const at = byteUnits.findLastIndex((_, nth) => value >= 1000 ** nth);
      return inUnits[Math.max(at, 0)]?.(value / 1000 ** Math.max(at, 0)) ?? '';
    },
  };
}

const numbers = new Map<Language, Numbers>();

export function useNumbers(): Numbers {
  const language = useTranslation().i18n.language as Language;
  return useMemo(() => {
    const current = numbers.get(language) ?? numbersIn(language);
    numbers.set(language, current);
    return current;
  }, [language]);
}

const suffixes = [
  [1e18, 'E'],
  [1e15, 'P'],
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** A large number in few characters: 1234567 with one digit is 1.2M. Zeros at the end are left out. */
export function numberSuffix(value: number, digits = 1): string {
  const at = suffixes.findIndex(([size]) => Math.abs(value) >= size);
  const written = ([size, suffix]: (typeof suffixes)[number]) => Number((value / size).toFixed(digits)) + suffix;
  const [fitting, larger] = [suffixes[at], suffixes[at - 1]];
  if (!fitting) return String(value);
  // Rounded, it may need the next suffix: 999950 is 1M, not 1000k.
  return larger && Math.abs(Number((value / fitting[0]).toFixed(digits))) >= 1000 ? written(larger) : written(fitting);
}
