import { syntaxDictionary } from './syntax-dictionary.ts';
import { checks, type ValueFault } from './value-checks.ts';

/** A part of an AI's value. */
interface Component {
  readonly characters: RegExp;
  readonly isNumeric: boolean;
  readonly shortest: number;
  readonly longest: number;
  readonly isOptional: boolean;
  readonly checks: readonly string[];
}

/** An application identifier, as the Syntax Dictionary defines it. */
export interface ApplicationIdentifier {
  readonly ai: string;
  readonly title: string;
  readonly components: readonly Component[];
  /** The length of its value if that is predefined: then no separator follows. */
  readonly predefined: number | undefined;
  /** Whether all of it is digits. */
  readonly isNumeric: boolean;
  /** May stand in the query of a Digital Link. */
  readonly isAttribute: boolean;
  /** Groups of AIs, written as `01+21` or `35nn`, of which one must be there as well. */
  readonly needs: readonly (readonly string[])[];
  /** AIs that must not be there as well. */
  readonly excludes: readonly string[];
  /** For a primary key of Digital Links: the sequences of qualifiers that may follow it. */
  readonly qualifiers: readonly (readonly string[])[] | undefined;
}

const sets: Readonly<Record<string, RegExp>> = {
  N: /^\d*$/,
  X: /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]*$/,
  Y: /^[#\-/0-9A-Z]*$/,
  Z: /^[-0-9A-Z_a-z]*={0,2}$/,
};

const table: ReadonlyMap<string, ApplicationIdentifier> = new Map(
  syntaxDictionary
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [definition = '', title = ''] = line.split(' # ');
      const [range = '', flags = '', ...words] = definition.split(' ');
      return numbersOf(range).map((ai) => [ai, defined(ai, flags, words, title)] as const);
    }),
);

function numbersOf(range: string): string[] {
  const [first = '', last = first] = range.split('-');
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, n) => String(Number(first) + n).padStart(first.length, '0'));
}

function defined(ai: string, flags: string, words: readonly string[], title: string): ApplicationIdentifier {
  const components = words.filter((word) => /^\[?[NXYZ]\d*(\.\.\d+)?\]?(,|$)/.test(word)).map(componentOf);
  const attribute = (name: string) =>
    words.flatMap((word) => (word.startsWith(`${name}=`) ? [word.slice(name.length + 1)] : []));
  const key = words.includes('dlpkey') ? '' : attribute('dlpkey')[0];
  return {
    ai,
    title,
    components,
    predefined: flags.includes('*') ? components.reduce((sum, { longest }) => sum + longest, 0) : undefined,
    isNumeric: components.every(({ isNumeric }) => isNumeric),
    isAttribute: flags.includes('?'),
    needs: attribute('req').map((groups) => groups.split(',')),
    excludes: attribute('ex').flatMap((all) => all.split(',')),
    qualifiers: key?.split('|').map((sequence) => (sequence === '' ? [] : sequence.split(','))),
  };
}

function componentOf(word: string): Component {
  const [, type = 'X', shortest = '', longest] = /^\[?([NXYZ])(\d*)(?:\.\.(\d+))?/.exec(word) ?? [];
  return {
    characters: sets[type] as RegExp,
    isNumeric: type === 'N',
    shortest: longest === undefined ? Number(shortest) : 1,
    longest: Number(longest ?? shortest),
    isOptional: word.startsWith('['),
    checks: word.replace(/[[\]]/g, '').split(',').slice(1),
  };
}

/** The definition of an AI; undefined if GS1 has not assigned it. */
export const definitionOf = (ai: string): ApplicationIdentifier | undefined => table.get(ai);

/** The AIs that a Digital Link may begin with. */
export const primaryKeys: readonly string[] = [...table.values()].flatMap(({ ai, qualifiers }) =>
  qualifiers ? ai : [],
);

/** The AI that a text begins with at `from`. No AI begins another one. */
export function aiAt(text: string, from: number): ApplicationIdentifier | undefined {
  for (let length = 2; length <= 4; length++) {
    const identifier = table.get(text.slice(from, from + length));
    if (identifier) return identifier;
  }
  return undefined;
}

/** What is wrong with a value; undefined if nothing is. */
export function faultOf({ components }: ApplicationIdentifier, value: string): ValueFault | undefined {
  if (value === '') return 'length';
  let at = 0;
  for (const { characters, shortest, longest, isOptional, checks: names } of components) {
    if (at === value.length && isOptional) return undefined;
    const part = value.slice(at, at + longest);
    if (!characters.test(part)) return 'characters';
    if (part.length < shortest) return 'length';
    for (const name of names) {
      const fault = checks[name]?.(part);
      if (fault) return fault;
    }
    at += part.length;
  }
  return at < value.length ? 'length' : undefined;
}

/** Whether an AI is one of a pattern, in which `n` is any digit: 310n, 35nn. */
export const isOfPattern = (ai: string, pattern: string): boolean =>
  ai.length === pattern.length && [...pattern].every((one, at) => one === 'n' || one === ai[at]);
