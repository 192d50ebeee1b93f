import { codeCandidates } from '../../codes/carrier/carrier.ts';
import { type Coder, createCoder } from '../../codes/coder/coder.ts';
import type { CodeFormat } from '../../codes/format/format.ts';

/** code_id = rule * 2^40 + counter, which is a safe integer for every possible rule number. */
export const ruleSpan = 2 ** 40;

export const codeIdOf = (rule: number, counter: number): number => rule * ruleSpan + counter;

/** A rule with its coder. */
interface Reading {
  readonly id: number;
  readonly coder: Coder;
}

interface Deciphered<Rule> {
  readonly rule: Rule;
  readonly counter: number;
  readonly candidate: string;
  readonly rank: number;
}

/**
 * Deciphers texts to rules and counters. `texts` has for each text the codes that it may stand for, most likely first. Each rule
 * deciphers all candidates of its length in one batch. Undefined for a text that no rule accepts.
 */
export function deciphered<Rule extends Reading>(
  byLength: ReadonlyMap<number, readonly Rule[]>,
  texts: readonly (readonly string[])[],
): (Deciphered<Rule> | undefined)[] {
  const candidates: { index: number; rank: number; candidate: string }[] = [];
  for (const [index, of] of texts.entries()) {
    for (const [rank, candidate] of of.entries()) {
      // Most candidates have the length of no rule.
      if (byLength.has(candidate.length)) candidates.push({ index, rank, candidate });
    }
  }
  const found: (Deciphered<Rule> | undefined)[] = texts.map(() => undefined);
  for (const [length, group] of Map.groupBy(candidates, ({ candidate }) => candidate.length)) {
    for (const rule of byLength.get(length) ?? []) {
      const counters = rule.coder.decodeMany(group.map(({ candidate }) => candidate));
      group.forEach(({ index, rank, candidate }, at) => {
        const counter = counters[at];
        if (counter === undefined || (found[index]?.rank ?? Number.POSITIVE_INFINITY) <= rank) return;
        found[index] = { rule, counter, candidate, rank };
      });
    }
  }
  return found;
}

/** A rule as it is sent to another thread. */
export interface RuleCipher {
  readonly id: number;
  readonly format: CodeFormat;
  readonly key: Uint8Array;
}

/** Returns a function that deciphers texts to code ids, 0 for a text that no rule accepts. For threads without a rule book. */
export function decipherer(ciphers: readonly RuleCipher[]): (texts: readonly string[]) => Float64Array {
  const rules = ciphers.map(({ id, format, key }) => ({ id, coder: createCoder(format, key) }));
  const byLength = Map.groupBy(rules, ({ coder }) => coder.length);
  return (texts) => {
    const ids = new Float64Array(texts.length);
    const plain = new Map<number, Plain>();
    const others: { readonly at: number; readonly candidates: readonly string[] }[] = [];
    for (let at = 0; at < texts.length; at++) {
      const candidates = codeCandidates(texts[at] as string);
      if (candidates.length !== 1) others.push({ at, candidates });
      else addTo(plain, at, candidates[0] as string);
    }
    for (const [length, { places, codes }] of plain) {
      for (const { id, coder } of byLength.get(length) ?? []) {
        const counters = coder.decodeMany(codes);
        for (let n = 0; n < counters.length; n++) {
          const [at, counter] = [places[n] as number, counters[n]];
          // The first rule that accepts a text wins, as everywhere.
          if (counter !== undefined && ids[at] === 0) ids[at] = codeIdOf(id, counter);
        }
      }
    }
    const read = deciphered(
      byLength,
      others.map(({ candidates }) => candidates),
    );
    for (const [n, found] of read.entries()) {
      if (found) ids[others[n]?.at as number] = codeIdOf(found.rule.id, found.counter);
    }
    return ids;
  };
}

/** Texts of one length that can stand for one code only, with their indices. */
interface Plain {
  readonly places: number[];
  readonly codes: string[];
}

function addTo(plain: Map<number, Plain>, at: number, code: string): void {
  const group = plain.getOrInsertComputed(code.length, () => ({ places: [], codes: [] }));
  group.places.push(at);
  group.codes.push(code);
}
