import { definitionOf, faultOf } from './gs1/application-identifiers.ts';
import { checked, type Element, type Elements, type Fault } from './gs1/elements.ts';
import { separators, withoutMarks } from './tidied.ts';

/** Elements with AIs in brackets, and where in the text they stand. */
export interface Bracketed extends Elements {
  readonly from: number;
  readonly to: number;
}

interface Part {
  readonly ai: string;
  readonly from: number;
  readonly begin: number;
  readonly end: number;
}

/**
 * Reads `(01) 06291041500213 (21) ABC`, as printed below a symbol. It begins the text, or is somewhere in it with a GTIN, SSCC or
 * other primary key. Round brackets may be data: a value ends only before a known AI in brackets, and `\(` never ends it. Where
 * what follows is no value of that AI, it may be either, so both are at fault. Undefined if the text has no such elements.
 */
export function bracketedElements(text: string): Bracketed | undefined {
  if (!text.includes('(')) return undefined;
  const parts = partsOf(text);
  const first = parts.findIndex(({ ai, from, begin, end }) => from === 0 || isKey(ai, text.slice(begin, end)));
  const [begin, last] = [parts[first], parts.at(-1)];
  if (!begin || !last) return undefined;
  const to = last.begin + lengthSaid(text.slice(last.begin));
  const elements = parts.slice(first).map(({ ai, ...part }): Element => {
    return { ai, value: valueIn(ai, text.slice(part.begin, Math.min(part.end, to))) };
  });
  return { ...unambiguous(elements), from: begin.from, to };
}

function partsOf(text: string): Part[] {
  const marks = [...text.matchAll(/(?<!\\)\( *(\d{2,4}) *\)/g)].filter(([, ai = '']) => definitionOf(ai));
  return marks.map(({ 0: mark, 1: ai = '', index }, at) => ({
    ai,
    from: index,
    begin: index + mark.length,
    end: marks[at + 1]?.index ?? text.length,
  }));
}

const isKey = (ai: string, text: string): boolean => {
  const definition = definitionOf(ai);
  return definition?.qualifiers !== undefined && faultOf(definition, valueIn(ai, text)) === undefined;
};

/** Blanks are never data; hyphens may be, but not in a number. */
const valueIn = (ai: string, text: string): string =>
  text
    .replaceAll('\\(', '(')
    .replace(definitionOf(ai)?.isNumeric ? separators : /\s/gu, '')
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-');

/** How much of the text behind the last AI is its value: what no value can have ends it, with the marks before that. */
function lengthSaid(rest: string): number {
  const [characters = ''] = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z\\\p{Pd}\u2212\u30fc \t\u3000]*/u.exec(rest) ?? [];
  if (characters.length === rest.trimEnd().length || characters.length === rest.length) return characters.length;
  const text = withoutMarks(characters);
  return characters.indexOf(text) + text.length;
}

/** Takes neither of two elements where the second has no value of its AI, but could belong to the first. */
function unambiguous(pairs: readonly Element[]): Elements {
  const { elements, faults } = checked(pairs);
  const doubtful = new Set<Element>();
  for (const [at, { ai, value }] of pairs.entries()) {
    const [before, definition, own] = [pairs[at - 1], definitionOf(pairs[at - 1]?.ai ?? ''), definitionOf(ai)];
    if (!before || !definition || definition.isNumeric || !own || faultOf(own, value) === undefined) continue;
    if (faultOf(definition, `${before.value}(${ai})${value}`) === undefined) doubtful.add(before);
  }
  const isDoubtful = ({ ai, value }: Element) => [...doubtful].some((one) => one.ai === ai && one.value === value);
  return {
    elements: elements.filter((one) => !isDoubtful(one)),
    faults: [...[...doubtful].map((one): Fault => ({ kind: 'ambiguous', ...one })), ...faults],
  };
}
