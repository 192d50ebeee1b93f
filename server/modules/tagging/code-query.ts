import { codesQuery } from '../../../contract/tagging.ts';
import type { Services } from '../../platform/services.ts';
import { statesOf } from '../trace/code-state.ts';
import type { RuleBook } from '../trace/rule-book.ts';

/** What each of up to ten thousand codes is: two queries, whatever their number. */
export function serveCodeQuery({ system: { sql }, routes }: Services, rules: RuleBook): void {
  routes.serve(codesQuery, async ({ codes }, { account }) => {
    const found = rules.recogniseMany(codes);
    const ids = [...new Set(found.flatMap((code) => (code ? [code.id] : [])))];
    const [states, scans] = await Promise.all([
      statesOf(sql, ids),
      sql<{ code_id: number; scan_count: number; first_at: Date }[]>`
        select code_id, scan_count, first_at from scan_stat where code_id = any(${ids}::bigint[])`,
    ]);
    const scanned = new Map(scans.map((row) => [row.code_id, row]));
    return codes.map((input, index) => {
      const code = found[index];
      const state = code && states.get(code.id);
      // Whose order it is, is told to the enterprise's own people only.
      const order = account.account_type === 1 ? state : undefined;
      const scan = code && scanned.get(code.id);
      return {
        input,
        code: code?.code ?? null,
        state: state?.state ?? ('unknown' as const),
        rule_name: code?.rule.name ?? null,
        order_id: order?.order_id ?? null,
        order_no: order?.order_no ?? null,
        product_id: state?.product_id ?? null,
        product_code: state?.product_code ?? null,
        product_name: state?.product_name ?? null,
        scan_count: scan?.scan_count ?? 0,
        first_scan_at: scan?.first_at.toISOString() ?? null,
      };
    });
  });
}
