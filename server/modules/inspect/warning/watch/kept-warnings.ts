import { type WarningRule, warningRules } from '../../../../../contract/inspect/warning-rule.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import { type Suspicion, warningRow } from './judge.ts';

/** The existing warnings about some subjects. */
export class KeptWarnings {
  readonly #sql: Connection;
  readonly #known = new Map<string, { readonly id: number; readonly last_at: Date }>();
  readonly #quiet = new Map<string, Map<WarningRule, number>>();

  private constructor(sql: Connection) {
    this.#sql = sql;
  }

  static async read(sql: Connection, subjects: readonly string[]): Promise<KeptWarnings> {
    const kept = new KeptWarnings(sql);
    if (subjects.length === 0) return kept;
    const rows = await sql<
      {
        id: number;
        rule: WarningRule;
        subject: string;
        last_at: Date;
        outcome: string | null;
        settled_at: Date | null;
      }[]
    >`
      select id, rule, subject, last_at, outcome, settled_at from consumer_warning
      where subject = any(${subjects as string[]}) order by id`;
    for (const { id, rule, subject, last_at, outcome, settled_at } of rows) {
      // A code with a confirmed warning keeps it; a network belongs to many people, so it gets a new warning.
      const isOver = outcome === 'false_alarm' || (outcome === 'right' && warningRules[rule].about === 'network');
      if (isOver) kept.#quiet.getOrInsert(subject, new Map()).set(rule, settled_at?.getTime() ?? 0);
      else kept.#known.set(`${rule} ${subject}`, { id, last_at });
    }
    return kept;
  }

  /** The times up to which visits of a subject are ignored, by rule. */
  quietUntil(subject: string): ReadonlyMap<WarningRule, number> {
    return this.#quiet.get(subject) ?? new Map();
  }

  /** Inserts new warnings, and updates the last time of existing ones. */
  async tell(suspicions: readonly Suspicion[]): Promise<void> {
    const fresh = suspicions.filter((one) => !this.#known.has(keyOf(one)));
    const again = suspicions.flatMap((one) => {
      const known = this.#known.get(keyOf(one));
      const at = Math.max(...one.cause.visits.map(({ lastAt }) => lastAt));
      return known && at > known.last_at.getTime() ? [{ id: known.id, at: new Date(at).toISOString() }] : [];
    });
    if (fresh.length > 0) {
      const rows = fresh.map(warningRow);
      await this.#sql`
        insert into consumer_warning
          (rule, subject, code_id, code, product_id, dealer_id, lot_id, region, province, place_basis, param_version,
            limits, figures, visits, first_at, last_at)
        select rule, subject, code_id, code, product_id, dealer_id, lot_id, region, province, place_basis, param_version,
          limits, figures, visits, first_at, last_at
        from jsonb_populate_recordset(null::consumer_warning, ${JSON.stringify(rows)}::text::jsonb)
        on conflict (rule, subject) where outcome is null do nothing`;
    }
    if (again.length > 0) {
      await this.#sql`
        update consumer_warning w set times = w.times + 1, last_at = a.at
        from unnest(${again.map(({ id }) => id)}::bigint[], ${again.map(({ at }) => at)}::timestamptz[]) as a (id, at)
        where w.id = a.id`;
    }
  }
}

const keyOf = ({ rule, subject }: Suspicion): string => `${rule} ${subject}`;
