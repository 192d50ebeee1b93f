import { type ApplicationIdentifier, aiAt, definitionOf, faultOf, isOfPattern } from './application-identifiers.ts';
import type { ValueFault } from './value-checks.ts';

/** An AI with its value. */
export interface Element {
  readonly ai: string;
  readonly value: string;
}

/** Why a part of a text was not understood. */
export const faultKinds = [
  'length',
  'characters',
  'check_digit',
  'date',
  'value',
  'unknown_ai',
  'misplaced',
  'order',
  'ambiguous',
  'undecodable',
  'repeated',
  'excluded',
] as const;
export type FaultKind = ValueFault | (typeof faultKinds)[number];

/** A part of a text that was not understood, or that contradicts another part. */
export interface Fault {
  readonly kind: FaultKind;
  /** Empty where it is not of one AI. */
  readonly ai: string;
  readonly value: string;
}

/** Elements in their order, and what could not be read. */
export interface Elements {
  readonly elements: readonly Element[];
  readonly faults: readonly Fault[];
}

/** The character that scanners send for FNC1 between two elements. */
export const groupSeparator = '\x1d';

/** Elements whose values are checked by their definitions; a value at fault is no element. */
export function checked(pairs: readonly Element[]): Elements {
  const elements: Element[] = [];
  const faults: Fault[] = [];
  for (const { ai, value } of pairs) {
    const definition = definitionOf(ai);
    const kind = definition ? faultOf(definition, value) : 'unknown_ai';
    if (kind) faults.push({ kind, ai, value });
    else elements.push({ ai, value });
  }
  return { elements, faults };
}

/** The elements of a text as a scanner sends it, with a separator after each value of no predefined length. */
export function scannedElements(text: string): Elements {
  const pairs: Element[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] === groupSeparator) {
      at += 1;
      continue;
    }
    const definition = aiAt(text, at);
    if (!definition) {
      const { elements, faults } = checked(pairs);
      return { elements, faults: [...faults, { kind: 'unknown_ai', ai: '', value: text.slice(at, at + 24) }] };
    }
    const from = at + definition.ai.length;
    at = endOfValue(text, from, definition);
    pairs.push({ ai: definition.ai, value: text.slice(from, at) });
  }
  return checked(pairs);
}

function endOfValue(text: string, from: number, { predefined }: ApplicationIdentifier): number {
  const separator = text.indexOf(groupSeparator, from);
  const end = separator < 0 ? text.length : separator;
  return predefined === undefined ? end : Math.min(end, from + predefined);
}

/** Where elements contradict each other: an AI with two values, or two AIs of which the one excludes the other. */
export function contradictionsIn(elements: readonly Element[]): Fault[] {
  const first = new Map<string, string>();
  const faults: Fault[] = [];
  for (const { ai, value } of elements) {
    const before = first.get(ai);
    if (before === undefined) first.set(ai, value);
    else if (before !== value) faults.push({ kind: 'repeated', ai, value });
  }
  for (const [ai, value] of first) {
    const patterns = definitionOf(ai)?.excludes ?? [];
    const other = [...first.keys()].find((one) => one !== ai && patterns.some((pattern) => isOfPattern(one, pattern)));
    if (other) faults.push({ kind: 'excluded', ai, value: `${value} (${other})` });
  }
  return faults;
}

/**
 * The AIs that need another one which is not there. That is no fault of a text: the General Specifications ask it of all carriers on
 * an item together.
 */
export function lackingIn(elements: readonly Element[]): string[] {
  const there = elements.map(({ ai }) => ai);
  const has = (pattern: string) => there.some((ai) => isOfPattern(ai, pattern));
  return [...new Set(there)].filter((ai) =>
    (definitionOf(ai)?.needs ?? []).some((groups) => !groups.some((group) => group.split('+').every(has))),
  );
}
