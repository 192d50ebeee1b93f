import { isDeepStrictEqual } from 'node:util';
import { type CodesIn, codeCandidates, codesIn } from '@suyuan/codes/carrier/read-carrier.ts';
import { type Coder, createCoder } from '@suyuan/codes/coder/coder.ts';
import type { CodeFormat } from '@suyuan/codes/format/format.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import { keyPurpose } from './codes.table.ts';
import { codeIdOf, deciphered, type RuleCipher, ruleSpan } from './deciphering.ts';
import { importedCodes, textsOf } from './imported-codes.ts';

export const counterOf = (codeId: number): number => codeId % ruleSpan;
const ruleOf = (codeId: number): number => Math.floor(codeId / ruleSpan);

/** A code that a rule accepts by its format and check character, or one that was imported. It need not have been issued. */
export interface RecognisedCode {
  readonly id: number;
  /** As printed. */
  readonly code: string;
  readonly rule: { readonly id: number; readonly name: string };
  /** The GTIN, in 14 digits, that the text states beside the code. */
  readonly statedGtin?: string | undefined;
}

export interface Rule {
  readonly id: number;
  readonly name: string;
  readonly format: CodeFormat;
  readonly key: Uint8Array;
  readonly coder: Coder;
}

/** The columns of a rule that determine its codes. */
export interface StoredRule {
  id: number;
  rule_name: string;
  prefix: string;
  alphabet: CodeFormat['alphabet'];
  body_length: number;
  check_name: CodeFormat['check'];
  numbering: 'random' | 'sequential';
  key_sealed: Buffer;
}

/**
 * All code rules with their coders, in memory, so deciphering a code takes no query. Format and key of a rule never change once
 * it has issued a code. Rules that another server adds arrive by LISTEN/NOTIFY.
 */
export class RuleBook {
  readonly #services: Services;
  #rules = new Map<number, Rule>();
  #byLength = new Map<number, Rule[]>();
  /** The rule of imported codes, once there are any. */
  #imported: { id: number; name: string } | undefined;
  #levels = new Map<number, number>();
  #begun = 0;
  #kept = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Reads the rules and listens for changes; reads them again after a lost connection. */
  async open(): Promise<void> {
    const reload = () =>
      void this.reload().catch((error) => this.#services.log.error(error, 'reading the code rules failed'));
    await this.#services.system.common.sql.listen('code_rule', reload, reload);
    await this.reload();
  }

  async reload(): Promise<void> {
    this.#begun += 1;
    const version = this.#begun;
    const rows = await this.#services.system.common.sql<
      (StoredRule & { kind: 'issued' | 'imported'; level: number })[]
    >`
      select id, kind, rule_name, level, prefix, alphabet, body_length, check_name, numbering, key_sealed from code_rule`;
    // Reads may overtake each other; the one that began last counts.
    if (version < this.#kept) return;
    this.#kept = version;
    const issuers = rows.filter(({ kind }) => kind === 'issued');
    this.#rules = new Map(issuers.map((row) => [row.id, this.read(row)]));
    const importRule = rows.find(({ kind }) => kind === 'imported');
    this.#imported = importRule && { id: importRule.id, name: importRule.rule_name };
    this.#levels = new Map(rows.map(({ id, level }) => [id, level]));
    this.#byLength = Map.groupBy(this.#rules.values(), (rule) => rule.coder.length);
  }

  /** All rules that issue codes. */
  all(): readonly Rule[] {
    return [...this.#rules.values()];
  }

  /** The rule of a code id; throws if it is unknown. */
  of(codeId: number): Rule {
    const rule = this.#rules.get(ruleOf(codeId));
    if (!rule) throw new Error(`code rule ${ruleOf(codeId)} is not loaded`);
    return rule;
  }

  /**
   * The codes that texts stand for, including imported ones. An imported text takes precedence over a rule that accepts it:
   * when it was imported, no rule had issued it.
   */
  async find(sql: Connection, texts: readonly string[]): Promise<(RecognisedCode | undefined)[]> {
    const codes = this.recogniseMany(texts);
    const rule = this.#imported;
    if (!rule) return codes;
    const imports = await importedCodes(sql, texts);
    return codes.map((code, index) => {
      const own = imports.get(index);
      return own ? { ...own, rule } : code;
    });
  }

  /** The code that a printed, typed or scanned text stands for; undefined if no rule accepts it. */
  recognise(text: string): RecognisedCode | undefined {
    return this.recogniseMany([text])[0];
  }

  /** The same for many texts, in order; each rule deciphers all candidates of its length in one batch. */
  recogniseMany(texts: readonly string[]): (RecognisedCode | undefined)[] {
    return this.recogniseAmong(texts.map(codesIn));
  }

  /** The same for texts that were read already. */
  recogniseAmong(texts: readonly CodesIn[]): (RecognisedCode | undefined)[] {
    const matches = deciphered(
      this.#byLength,
      texts.map(({ codes }) => codes),
    );
    return matches.map(
      (one, index) =>
        one && {
          id: codeIdOf(one.rule.id, one.counter),
          code: one.rule.coder.asPrinted(one.candidate),
          rule: one.rule,
          statedGtin: texts[index]?.reading?.gtinBeside(one.candidate),
        },
    );
  }

  /** Whether codes were imported: then resolving texts needs the database. */
  get hasImported(): boolean {
    return this.#imported !== undefined;
  }

  /** What another thread needs to decipher codes. */
  ciphers(): RuleCipher[] {
    return [...this.#rules.values()].map(({ id, format, key }) => ({ id, format, key: new Uint8Array(key) }));
  }

  /** The texts of codes as they are printed, by their ids. */
  async texts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const importTexts = this.#imported
      ? await textsOf(
          sql,
          ids.filter((id) => ruleOf(id) === this.#imported?.id),
        )
      : new Map();
    return new Map(ids.map((id) => [id, importTexts.get(id) ?? this.of(id).coder.encode(counterOf(id))]));
  }

  /** The packaging level of a code's rule. */
  levelOf(codeId: number): number {
    return this.#levels.get(ruleOf(codeId)) ?? 1;
  }

  /** Whether a text that no rule accepts has the length of a rule's codes: probably it was misread or mistyped. */
  resembles(text: string): boolean {
    return codeCandidates(text).some((candidate) => this.#byLength.has(candidate.length));
  }

  /** The lengths of codes, of whatever rule. */
  lengths(): readonly number[] {
    return [...this.#byLength.keys()];
  }

  /** Makes a rule from its row. Reuses the coder that is in memory if the format is unchanged. */
  read(row: StoredRule): Rule {
    const format = formatOf(row);
    const rule = this.#rules.get(row.id);
    if (rule && isDeepStrictEqual(rule.format, format)) return { ...rule, name: row.rule_name };
    const key = this.#keyOf(row);
    return { id: row.id, name: row.rule_name, format, key, coder: createCoder(format, key) };
  }

  #keyOf({ id, key_sealed }: StoredRule): Buffer {
    try {
      return this.#services.masterKey.unseal(key_sealed, keyPurpose);
    } catch (cause) {
      throw new Error(
        `The key of code rule ${id} was sealed under another master key. ` +
          'Start with the SUYUAN_MASTER_KEY, or the master.key file, that this database was made with.',
        { cause },
      );
    }
  }
}

/** The format of a rule's codes. */
export const formatOf = (
  row: Pick<StoredRule, 'prefix' | 'alphabet' | 'body_length' | 'check_name' | 'numbering'>,
): CodeFormat => ({
  prefix: row.prefix,
  alphabet: row.alphabet,
  bodyLength: row.body_length,
  check: row.check_name,
  ...(row.numbering === 'sequential' ? { numbering: row.numbering } : {}),
});
