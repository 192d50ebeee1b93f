import type { RuleBook } from '../../../../identity/rule-book.ts';
import { gtinAlone } from '../../../../identity/stated-gtin.ts';
import { GroupCommit } from '../../../../platform/database/group-commit.ts';
import type { Services } from '../../../../platform/services.ts';
import type { AddressGuard } from '../../../../scans/address-guard.ts';

/** A product as such: what can be said without a piece of it at hand. */
export interface StatedProduct {
  readonly id: number;
  readonly product_name: string;
  readonly spec: string | null;
  /** As the enterprise wrote it down. */
  readonly gtin: string;
}

/** More than wait at a time are sent away. */
const mostWaiting = 3000;

/** Finds products by their GTIN: those that are enabled, the others are as unknown as any that there is not. Many who ask at once share one connection: a flood of them slows nobody else. */
export class StatedProducts {
  readonly #services: Services;
  readonly #rules: RuleBook;
  readonly #guard: AddressGuard;
  readonly #group: GroupCommit<string, StatedProduct | undefined>;

  constructor(services: Services, rules: RuleBook, guard: AddressGuard) {
    this.#services = services;
    this.#guard = guard;
    this.#rules = rules;
    this.#group = new GroupCommit((gtins) => this.#read(gtins), { limit: mostWaiting, lanes: 1 });
  }

  /** The product of a GTIN, however many zeros are before it. */
  byGtin(gtin: string): Promise<StatedProduct | undefined> {
    return this.#group.add(gtin.padStart(14, '0'));
  }

  /** The product of a GTIN for somebody who is not to guess GTINs. */
  askedBy(ip: string | undefined, gtin: string): Promise<StatedProduct | undefined> {
    return this.#guard.watch(
      ip,
      () => this.byGtin(gtin),
      (product) => product === undefined,
    );
  }

  /** The product that a text names, unless the text is a code: digits that a rule issues count as a code. */
  async in(text: string): Promise<StatedProduct | undefined> {
    const gtin = gtinAlone(text);
    const product = gtin === undefined ? undefined : await this.byGtin(gtin);
    if (!product) return undefined;
    const [code] = await this.#rules.find(this.#services.system.sql, [text]);
    return code ? undefined : product;
  }

  /** The same for somebody who is not to guess GTINs. `counts`: a GTIN that is none is not going to be counted as a scan. */
  askedIn(ip: string | undefined, text: string, counts: boolean): Promise<StatedProduct | undefined> {
    return this.#guard.watch(
      ip,
      () => this.in(text),
      (product) => counts && product === undefined && gtinAlone(text) !== undefined,
    );
  }

  async #read(gtins: string[]): Promise<(StatedProduct | undefined)[]> {
    const forms = [...new Set(gtins.flatMap(writtenForms))];
    const rows = await this.#services.system.sql<StatedProduct[]>`
      select distinct on (gtin) id, product_name, spec, gtin from product
      where gtin = any(${forms}::text[]) and status = 'enabled' order by gtin, id`;
    const found = new Map(rows.map((product) => [product.gtin.padStart(14, '0'), product]));
    return gtins.map((gtin) => found.get(gtin));
  }
}

/** A GTIN in 14 digits as it may have been written down: without the zeros that fill it up to 14 digits. */
const writtenForms = (gtin: string): string[] =>
  [14, 13, 12, 8].map((length) => gtin.slice(-length)).filter((form) => Number(form) === Number(gtin));
