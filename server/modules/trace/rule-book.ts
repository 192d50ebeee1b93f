import { isDeepStrictEqual } from 'node:util';
import { codeCandidates } from '../../../codes/carrier.ts';
import { type Coder, createCoder } from '../../../codes/coder.ts';
import type { CodeFormat } from '../../../codes/format.ts';
import type { Services } from '../../platform/services.ts';

/** code_id = rule * 2^40 + counter: a safe integer for every rule number there can be. */
const ruleSpan = 2 ** 40;

export const codeIdOf = (rule: number, counter: number): number => rule * ruleSpan + counter;
export const counterOf = (codeId: number): number => codeId % ruleSpan;
const ruleOf = (codeId: number): number => Math.floor(codeId / ruleSpan);

/** A text that a rule's format and check character accept. */
export interface RecognisedCode {
  readonly id: number;
  /** As printed. */
  readonly code: string;
}

export interface Rule {
  readonly id: number;
  readonly name: string;
  readonly format: CodeFormat;
  readonly key: Uint8Array;
  readonly coder: Coder;
}

interface RuleRow {
  id: number;
  rule_name: string;
  prefix: string;
  alphabet: CodeFormat['alphabet'];
  body_length: number;
  check_name: CodeFormat['check'];
  key_sealed: Buffer;
}

/** What a rule's key is sealed for. */
export const keyPurpose = 'code_rule';

/**
 * All rules with their coders, in memory: reading a code costs no query. A rule's format and key never change once it
 * has issued a code; another server's new rule arrives by notification.
 */
export class RuleBook {
  readonly #services: Services;
  #rules = new Map<number, Rule>();
  #byLength = new Map<number, Rule[]>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Reads the rules and goes on listening for new ones; reads again when a lost connection is back. */
  async open(): Promise<void> {
    const reload = () =>
      void this.reload().catch((error) => this.#services.log.error(error, 'reading the code rules failed'));
    await this.#services.sql.listen('code_rule', reload, reload);
    await this.reload();
  }

  async reload(): Promise<void> {
    const rows = await this.#services.sql<RuleRow[]>`
      select id, rule_name, prefix, alphabet, body_length, check_name, key_sealed from code_rule`;
    this.#rules = new Map(rows.map((row) => [row.id, this.#ruleOf(row)]));
    this.#byLength = Map.groupBy(this.#rules.values(), (rule) => rule.coder.length);
  }

  /** The rule of a code id. */
  of(codeId: number): Rule {
    const rule = this.#rules.get(ruleOf(codeId));
    if (!rule) throw new Error(`code rule ${ruleOf(codeId)} is not in the book`);
    return rule;
  }

  /** The code as printed. */
  print(codeId: number): string {
    return this.of(codeId).coder.encode(counterOf(codeId));
  }

  /** The code that a printed, typed or scanned text stands for, if any rule accepts it. */
  recognise(scanned: string): RecognisedCode | undefined {
    for (const text of codeCandidates(scanned)) {
      for (const { id, coder } of this.#byLength.get(text.length) ?? []) {
        const counter = coder.decode(text);
        if (counter !== undefined) return { id: codeIdOf(id, counter), code: coder.encode(counter) };
      }
    }
    return undefined;
  }

  #ruleOf(row: RuleRow): Rule {
    const format = formatOf(row);
    const known = this.#rules.get(row.id);
    if (known && isDeepStrictEqual(known.format, format)) return { ...known, name: row.rule_name };
    const key = this.#services.masterKey.unseal(row.key_sealed, keyPurpose);
    return { id: row.id, name: row.rule_name, format, key, coder: createCoder(format, key) };
  }
}

/** The format that a rule's columns describe. */
export const formatOf = (row: Pick<RuleRow, 'prefix' | 'alphabet' | 'body_length' | 'check_name'>): CodeFormat => ({
  prefix: row.prefix,
  alphabet: row.alphabet,
  bodyLength: row.body_length,
  check: row.check_name,
});
