import { type CodesIn, codesIn } from '@suyuan/codes/carrier/read-carrier.ts';
import { type Coder, createCoder } from '@suyuan/codes/coder/coder.ts';
import type { CodeFormat } from '@suyuan/codes/format/format.ts';

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
  const codes: (Deciphered<Rule> | undefined)[] = texts.map(() => undefined);
  for (const [length, group] of Map.groupBy(candidates, ({ candidate }) => candidate.length)) {
    for (const rule of byLength.get(length) ?? []) {
      const counters = rule.coder.decodeMany(group.map(({ candidate }) => candidate));
      group.forEach(({ index, rank, candidate }, at) => {
        const counter = counters[at];
        if (counter === undefined || (codes[index]?.rank ?? Number.POSITIVE_INFINITY) <= rank) return;
        codes[index] = { rule, counter, candidate, rank };
      });
    }
  }
  return codes;
}

/** A rule as it is sent to another thread. */
export interface RuleCipher {
  readonly id: number;
  readonly format: CodeFormat;
  readonly key: Uint8Array;
}

/** A code that was read of a text which states a GTIN beside it. */
export interface StatedText {
  readonly text: string;
  readonly id: number;
  readonly statedGtin: string;
}

/** The code ids of texts, 0 for a text that no rule accepts, and which of them stand beside a GTIN. */
interface DecipheredTexts {
  readonly ids: Float64Array;
  readonly stated: readonly StatedText[];
}

/** Returns a function that deciphers texts to code ids. For threads without a rule book. */
export function decipherer(ciphers: readonly RuleCipher[]): (texts: readonly string[]) => DecipheredTexts {
  const rules = ciphers.map(({ id, format, key }) => ({ id, coder: createCoder(format, key) }));
  const byLength = Map.groupBy(rules, ({ coder }) => coder.length);
  return (texts) => {
    const ids = new Float64Array(texts.length);
    const plain = new Map<number, Plain>();
    const others: { readonly at: number; readonly candidates: CodesIn }[] = [];
    const stated: StatedText[] = [];
    for (let at = 0; at < texts.length; at++) {
      const candidates = codesIn(texts[at] as string);
      if (candidates.reading) others.push({ at, candidates });
      else addTo(plain, at, candidates.codes[0] as string);
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
    const results = deciphered(
      byLength,
      others.map((one) => one.candidates.codes),
    );
    for (const [n, code] of results.entries()) {
      const other = others[n];
      if (!code || !other) continue;
      const id = codeIdOf(code.rule.id, code.counter);
      ids[other.at] = id;
      const statedGtin = other.candidates.reading?.gtinBeside(code.candidate);
      if (statedGtin !== undefined) stated.push({ text: texts[other.at] as string, id, statedGtin });
    }
    return { ids, stated };
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
