import type { AlphabetName } from './alphabet.ts';
import type { CheckName } from './check.ts';
import { type Carrier, type CodeFormat, formatProblems, type Level, levels, type Numbering } from './format.ts';

/**
 * Code formats of public standards. What a standard leaves open is a parameter. Parameters that are part of the code (elements)
 * form its prefix, in order, and can be read back from it.
 */
export const presetNames = ['anti_counterfeit', 'sgtin', 'sscc', 'pesticide', 'drug'] as const;
export type PresetName = (typeof presetNames)[number];

/** A parameter is given as text: digits of some lengths, a whole number between two, or one of a few words. */
export type Parameter = { readonly name: string } & (
  | { readonly kind: 'digits'; readonly shortest: number; readonly longest: number }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
);

export type ParameterValues = Readonly<Record<string, string>>;

export interface Preset {
  /** The first of the levels and of the carriers is the default. */
  readonly levels: readonly [Level, ...Level[]];
  readonly carriers: readonly [Carrier, ...Carrier[]];
  /** The default symbol. */
  readonly symbol: 'qrcode' | 'gs1-128';
  /** Named parts of the prefix. */
  readonly elements: readonly Parameter[];
  /** Further parameters, which are not part of the prefix. */
  readonly options: readonly Parameter[];
  /** The parameter that determines the number of codes. */
  readonly sizedBy?: string;
  readonly check: CheckName;
  /** The part between prefix and check character. */
  body(values: ParameterValues): Omit<CodeFormat, 'prefix' | 'check'>;
  /** The options that a format was made with. */
  optionsOf(format: CodeFormat): ParameterValues;
}

const digits = (name: string, shortest: number, longest = shortest): Parameter => ({
  name,
  kind: 'digits',
  shortest,
  longest,
});
const choice = (name: string, ...choices: string[]): Parameter => ({ name, kind: 'choice', choices });
const noOptions = { options: [], optionsOf: () => ({}) } as const;

/** An SSCC is 18 digits; its check digit is the last. */
const ssccWithoutCheck = 17;

export const presets: Readonly<Record<PresetName, Preset>> = {
  /** The code under a scratch-off layer: just 16 digits. */
  anti_counterfeit: {
    ...noOptions,
    levels: [1, 2],
    carriers: ['url', 'plain'],
    symbol: 'qrcode',
    elements: [],
    check: 'none',
    body: () => ({ alphabet: 'digits', bodyLength: 16 }),
  },

  /**
   * The serial number of a trade item: GS1 General Specifications, AI (21), beside its GTIN in AI (01). Up to 20 characters
   * of GS1's set 82, of which the alphabets here are parts. The GTIN is the product's and is not in the code.
   */
  sgtin: {
    levels: [1, 2],
    carriers: ['digital-link'],
    symbol: 'qrcode',
    elements: [],
    options: [
      choice('alphabet', 'base32', 'digits', 'hex', 'base36', 'base62'),
      { name: 'serial_length', kind: 'number', least: 4, most: 20 },
    ],
    sizedBy: 'serial_length',
    check: 'none',
    body: ({ alphabet, serial_length }) => ({
      alphabet: alphabet as AlphabetName,
      bodyLength: Number(serial_length),
    }),
    optionsOf: ({ alphabet, bodyLength }) => ({ alphabet, serial_length: String(bodyLength) }),
  },

  /**
   * The Serial Shipping Container Code of a logistic unit: GS1 General Specifications, AI (00). Extension digit, GS1 company
   * prefix (4 to 12 digits), serial reference in what is left of 17 digits, check digit over all of them.
   */
  sscc: {
    levels: [3, 4],
    carriers: ['plain', 'digital-link'],
    symbol: 'gs1-128',
    elements: [digits('extension_digit', 1), digits('company_prefix', 4, 12)],
    options: [choice('numbering', 'random', 'sequential')],
    sizedBy: 'numbering',
    check: 'gs1',
    body: ({ extension_digit = '', company_prefix = '', numbering }) => ({
      alphabet: 'digits',
      bodyLength: ssccWithoutCheck - extension_digit.length - company_prefix.length,
      ...(numbering === 'sequential' ? { numbering: numbering satisfies Numbering } : {}),
    }),
    optionsOf: ({ numbering = 'random' }) => ({ numbering }),
  },

  /**
   * The unit identification code on a pesticide's label: announcement 2579 (2017) of China's Ministry of Agriculture,
   * article 3. 32 digits: category of the registration (1 PD, 2 WP, 3 temporary), the last six digits of its number, who
   * produced (1 the holder, 2 by commission, 3 packed by commission), the maker's code of the pack, 21 random digits. Article
   * 2 wants it in the symbol together with the address to trace it at.
   */
  pesticide: {
    ...noOptions,
    levels,
    carriers: ['url'],
    symbol: 'qrcode',
    elements: [
      choice('registration_category', '1', '2', '3'),
      digits('registration_number', 6),
      choice('production_type', '1', '2', '3'),
      digits('specification_code', 3),
    ],
    check: 'none',
    body: () => ({ alphabet: 'digits', bodyLength: 21 }),
  },

  /**
   * The traceability code of a drug's package: NMPAB/T 1002-2019 in the form of 20 digits. Seven are the drug identification
   * code, given for holder, name, dosage form, strength and kind of package; thirteen the serial number, as NMPAB/T 1011-2022
   * names the two on a label. They are the digits of the older electronic supervision code, which had four enciphered ones
   * after nine of the serial number, by a cipher never published: here all thirteen are.
   */
  drug: {
    ...noOptions,
    levels,
    carriers: ['plain', 'url'],
    symbol: 'qrcode',
    elements: [digits('drug_identification', 7)],
    check: 'none',
    body: () => ({ alphabet: 'digits', bodyLength: 13 }),
  },
};

export interface PresetProblem {
  /** A parameter's name, `level` or `carrier`. */
  readonly field: string;
  /** A stable key for translation, and what its text names. */
  readonly reason: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

export type Resolved =
  | { readonly format: CodeFormat; readonly problems?: never }
  | { readonly format?: never; readonly problems: readonly PresetProblem[] };

/** The format of a preset with its parameters filled in, or the problems of the parameters. */
export function resolvePreset(
  name: PresetName,
  values: ParameterValues,
  use: { readonly carrier: Carrier; readonly level: Level },
): Resolved {
  const preset = presets[name];
  const parameters = [...preset.elements, ...preset.options];
  const problems: PresetProblem[] = parameters.flatMap((parameter) => {
    const against = reasonAgainst(parameter, values[parameter.name]);
    return against ? [{ field: parameter.name, ...against }] : [];
  });
  if (!preset.levels.includes(use.level)) problems.push({ field: 'level', reason: 'preset_level' });
  if (!preset.carriers.includes(use.carrier)) problems.push({ field: 'carrier', reason: 'preset_carrier' });
  if (problems.length > 0) return { problems };

  const prefix = preset.elements.map((segment) => values[segment.name]).join('');
  const format: CodeFormat = { prefix, check: preset.check, ...preset.body(values) };
  const against = formatProblems(format, use);
  if (against.length === 0) return { format };
  return {
    problems: against.map(({ field, reason }) => ({
      field: field === 'body_length' ? (preset.sizedBy ?? field) : field,
      reason,
    })),
  };
}

/** The parameters that a format was made from; undefined if it is not a format of the preset. */
export function parametersOf(name: PresetName, format: CodeFormat): ParameterValues | undefined {
  const preset = presets[name];
  const values = { ...elementsOf(preset, format), ...preset.optionsOf(format) };
  const again = resolvePreset(name, values, { carrier: preset.carriers[0], level: preset.levels[0] }).format;
  return again && isSameFormat(again, format) ? values : undefined;
}

const isSameFormat = (a: CodeFormat, b: CodeFormat): boolean =>
  a.prefix === b.prefix &&
  a.alphabet === b.alphabet &&
  a.bodyLength === b.bodyLength &&
  a.check === b.check &&
  (a.numbering ?? 'random') === (b.numbering ?? 'random');

/** Splits the prefix into elements. At most one of them has a variable length, and takes what the others leave. */
function elementsOf({ elements }: Preset, { prefix }: CodeFormat): ParameterValues {
  const spare = prefix.length - elements.reduce((sum, segment) => sum + shortest(segment), 0);
  let at = 0;
  return Object.fromEntries(
    elements.map((segment) => {
      const isElastic = segment.kind === 'digits' && segment.longest > segment.shortest;
      const end = at + shortest(segment) + (isElastic ? spare : 0);
      const value = prefix.slice(at, end);
      at = end;
      return [segment.name, value];
    }),
  );
}

const shortest = (segment: Parameter): number => (segment.kind === 'digits' ? segment.shortest : 1);

function reasonAgainst(parameter: Parameter, value: string | undefined): Omit<PresetProblem, 'field'> | undefined {
  if (value === undefined || value === '') return { reason: 'required' };
  switch (parameter.kind) {
    case 'digits': {
      const { shortest, longest } = parameter;
      if (/^\d+$/.test(value) && value.length >= shortest && value.length <= longest) return undefined;
      if (shortest === longest) return { reason: 'digits_exactly', params: { length: shortest } };
      return { reason: 'digits_between', params: { shortest, longest } };
    }
    case 'number': {
      const { least, most } = parameter;
      const isWithin = /^\d{1,3}$/.test(value) && Number(value) >= least && Number(value) <= most;
      return isWithin ? undefined : { reason: 'number_between', params: { least, most } };
    }
    case 'choice': {
      const { choices } = parameter;
      return choices.includes(value) ? undefined : { reason: 'not_a_choice', params: { choices: choices.join(', ') } };
    }
  }
}
