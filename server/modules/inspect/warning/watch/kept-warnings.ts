import { type WarningRule, warningRules } from '@suyuan/contract/inspect/warning-rule.ts';
import type { Connection } from '#platform/database/database.ts';
import { type Grown, grownBy, type KeptEvidence } from './evidence.ts';
import { type Suspicion, warningRow } from './judge.ts';

/** The existing warnings about some subjects. */
export class KeptWarnings {
  readonly #sql: Connection;
  readonly #warnings = new Map<string, { readonly id: number }>();
  readonly #quiet = new Map<string, Map<WarningRule, number>>();

  private constructor(sql: Connection) {
    this.#sql = sql;
  }

  static async read(sql: Connection, subjects: readonly string[]): Promise<KeptWarnings> {
    const warnings = new KeptWarnings(sql);
    if (subjects.length === 0) return warnings;
    const rows = await sql<
      {
        id: number;
        rule: WarningRule;
        subject: string;
        outcome: string | null;
        settled_at: Date | null;
      }[]
    >`
      select id, rule, subject, outcome, settled_at from consumer_warning
      where subject = any(${subjects as string[]}) order by id`;
    for (const { id, rule, subject, outcome, settled_at } of rows) {
      // A code with a confirmed warning keeps it; a network belongs to many people, so it gets a new warning.
      const isOver = outcome === 'false_alarm' || (outcome === 'right' && warningRules[rule].about === 'network');
      if (isOver) warnings.#quiet.getOrInsert(subject, new Map()).set(rule, settled_at?.getTime() ?? 0);
      else warnings.#warnings.set(`${rule} ${subject}`, { id });
    }
    return warnings;
  }

  /** The times up to which visits of a subject are ignored, by rule. */
  quietUntil(subject: string): ReadonlyMap<WarningRule, number> {
    return this.#quiet.get(subject) ?? new Map();
  }

  /** Inserts new warnings, and adds what was seen to existing ones. */
  async tell(suspicions: readonly Suspicion[]): Promise<void> {
    const fresh = suspicions.filter((one) => !this.#warnings.has(keyOf(one)));
    const again = await this.#grown(suspicions);
    if (fresh.length > 0) {
      const rows = fresh.map(warningRow);
      await this.#sql`
        insert into consumer_warning
          (rule, subject, code_id, code, product_id, dealer_id, lot_id, waybill_id, region, province, place_basis, param_version,
            limits, figures, visits, firings, seen_at, first_at, last_at)
        select rule, subject, code_id, code, product_id, dealer_id, lot_id, waybill_id, region, province, place_basis, param_version,
          limits, figures, visits,
          jsonb_build_array(jsonb_build_object('at', ${new Date()}::timestamptz, 'figures', figures, 'version', param_version)), seen_at, first_at, last_at
        from jsonb_populate_recordset(null::consumer_warning, ${JSON.stringify(rows)}::text::jsonb)
        on conflict (rule, subject) where outcome is null do nothing`;
    }
    if (again.length > 0) {
      await this.#sql`
        update consumer_warning w set times = w.times + g.again, last_at = greatest(w.last_at, g.last_at), figures = g.figures,
          visits = g.visits, firings = g.firings, region = g.region, place_basis = g.place_basis
        from jsonb_to_recordset(${JSON.stringify(again)}::text::jsonb) as g (id bigint, again int, last_at timestamptz,
          figures jsonb, visits jsonb, firings jsonb, region text, place_basis text)
        where w.id = g.id`;
    }
  }

  /** The existing warnings with the evidence that suspicions add to them; those of which nothing is new are left out. */
  async #grown(suspicions: readonly Suspicion[]): Promise<Grown[]> {
    const warnings = suspicions.flatMap((one) => {
      const { id } = this.#warnings.get(keyOf(one)) ?? {};
      return id === undefined ? [] : [{ id, one }];
    });
    if (warnings.length === 0) return [];
    const rows = await this.#sql<KeptEvidence[]>`
      select id, last_at, visits, firings from consumer_warning
      where id = any(${warnings.map(({ id }) => id)}::bigint[]) order by id for update`;
    const evidence = new Map(rows.map((row) => [row.id, row]));
    const now = new Date();
    return warnings.flatMap(({ id, one }) => {
      const before = evidence.get(id);
      return (before && grownBy(before, one, now)) ?? [];
    });
  }
}

const keyOf = ({ rule, subject }: Suspicion): string => `${rule} ${subject}`;
