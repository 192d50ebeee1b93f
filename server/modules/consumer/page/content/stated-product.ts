import { writtenForms } from '@suyuan/codes/carrier/carrier.ts';
import { productIn } from '@suyuan/codes/carrier/read-carrier.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import { GroupCommit } from '#platform/database/group-commit.ts';
import type { Services } from '#platform/services.ts';
import type { AddressGuard } from '#scans/address-guard.ts';

/** A product without a serialised item. */
export interface StatedProduct {
  readonly id: number;
  readonly product_code: string;
  readonly product_name: string;
  readonly spec: string | null;
  /** As it was entered. */
  readonly gtin: string;
}

/** The most requests that may wait; further ones are refused. */
const maxWaiting = 3000;

/**
 * Finds enabled products by GTIN; disabled ones are unknown. Concurrent requests are combined into one query, so that a flood of
 * them occupies only one connection.
 */
export class StatedProducts {
  readonly #services: Services;
  readonly #rules: RuleBook;
  readonly #guard: AddressGuard;
  readonly #group: GroupCommit<string, StatedProduct | undefined>;

  constructor(services: Services, rules: RuleBook, guard: AddressGuard) {
    this.#services = services;
    this.#guard = guard;
    this.#rules = rules;
    this.#group = new GroupCommit((gtins) => this.#read(gtins), { limit: maxWaiting, lanes: 1 });
  }

  /** The product of a GTIN, regardless of leading zeros. */
  byGtin(gtin: string): Promise<StatedProduct | undefined> {
    return this.#group.add(gtin.padStart(14, '0'));
  }

  /** The same, counted by the guard against guessing. */
  watchedByGtin(ip: string | undefined, gtin: string): Promise<StatedProduct | undefined> {
    return this.#guard.watch(
      ip,
      () => this.byGtin(gtin),
      (product) => product === undefined,
    );
  }

  /** The product of a text that is a GTIN; undefined if the text is a code that a rule could issue. */
  async in(text: string): Promise<StatedProduct | undefined> {
    const gtin = productIn(text);
    const product = gtin === null ? undefined : await this.byGtin(gtin);
    if (!product) return undefined;
    const [code] = await this.#rules.find(this.#services.system.anonymous.sql, [text]);
    return code ? undefined : product;
  }

  /** The same, counted by the guard. `counts`: whether an unknown GTIN counts; false if it will be counted as a scan. */
  watchedIn(ip: string | undefined, text: string, counts: boolean): Promise<StatedProduct | undefined> {
    return this.#guard.watch(
      ip,
      () => this.in(text),
      (product) => counts && product === undefined && productIn(text) !== null,
    );
  }

  async #read(gtins: string[]): Promise<(StatedProduct | undefined)[]> {
    const forms = [...new Set(gtins.flatMap(writtenForms))];
    const rows = await this.#services.system.anonymous.sql<StatedProduct[]>`
      select distinct on (gtin) id, product_code, product_name, spec, gtin from product
      where gtin = any(${forms}::text[]) and status = 'enabled' order by gtin, id`;
    const byGtin = new Map(rows.map((product) => [product.gtin.padStart(14, '0'), product]));
    return gtins.map((gtin) => byGtin.get(gtin));
  }
}
