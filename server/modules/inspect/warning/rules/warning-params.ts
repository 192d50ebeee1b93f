import { defaultLimits, type WarningRule, warningRuleNames } from '@suyuan/contract/inspect/warning-rule.ts';
import type { Connection } from '#platform/database/database.ts';

/** The settings of a rule, for all products or for one. */
export interface Param {
  readonly version: number;
  readonly enabled: boolean;
  readonly limits: Readonly<Record<string, number>>;
}

export interface KeptParam extends Param {
  readonly rule: WarningRule;
  readonly product_id: number;
  readonly own: boolean;
  readonly changed_by: number;
  readonly changed_at: Date;
}

/** The product id that stands for all products. */
export const allProducts = 0;

/** The last version of each, including products that have returned to the settings for all. */
export const lastParams = (sql: Connection) => sql<KeptParam[]>`
  select distinct on (rule, product_id) rule, product_id, version, enabled, limits, own, changed_by, changed_at
  from warning_param order by rule, product_id, version desc`;

/** The settings in force. */
export class Params {
  readonly #kept: ReadonlyMap<string, KeptParam>;

  constructor(params: readonly KeptParam[]) {
    this.#kept = new Map(params.filter(({ own }) => own).map((one) => [`${one.rule} ${one.product_id}`, one]));
  }

  static async read(sql: Connection): Promise<Params> {
    return new Params(await lastParams(sql));
  }

  of(rule: WarningRule, productId: number | null): Param {
    const own = productId === null ? undefined : this.#kept.get(`${rule} ${productId}`);
    return (
      own ?? this.#kept.get(`${rule} ${allProducts}`) ?? { version: 0, enabled: true, limits: defaultLimits(rule) }
    );
  }

  /** The smallest value of a limit of a rule over all products. */
  least(rule: WarningRule, limit: string): number {
    const all = [this.of(rule, null), ...[...this.#kept.values()].filter((one) => one.rule === rule)];
    return Math.min(...all.map(({ limits }) => limits[limit] ?? 0));
  }

  /** The longest period in days that any rule looks back. */
  get days(): number {
    const all = [...warningRuleNames.map((rule) => this.of(rule, null)), ...this.#kept.values()];
    return Math.max(...all.map(({ limits }) => limits.days ?? 1));
  }

  /** The period of a burst in minutes. */
  get minutes(): number {
    const { limits } = this.of('burst', null);
    return limits.minutes ?? 0;
  }
}
