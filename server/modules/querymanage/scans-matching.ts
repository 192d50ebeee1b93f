import { type ExpressionBuilder, type Kysely, sql as ksql } from 'kysely';
import type { InputOf } from '../../../contract/call.ts';
import type { customerQueryFigures } from '../../../contract/querymanage.ts';
import { containing } from '../../platform/list.ts';
import type { Schema } from '../../platform/schema.ts';
import type { RuleBook } from '../trace/rule-book.ts';

export type ScanFilters = InputOf<typeof customerQueryFigures>;

/** The scans that filters let through, as `s`. */
export function scansMatching(from: Kysely<Schema>, rules: RuleBook, filters: ScanFilters) {
  const { code, verdict, product_id, province, city, device, told, from: since, to } = filters;
  let rows = from.selectFrom('consumer_scan as s');
  if (code) {
    // A code of ours is looked up by its id, which is what the table is keyed by.
    const known = rules.recognise(code);
    rows = known ? rows.where('s.code_id', '=', known.id) : rows.where('s.code', '=', code);
  }
  // As a literal: the index of what is suspicious holds some verdicts only.
  if (verdict) rows = rows.where('s.verdict', '=', ksql.lit(verdict));
  if (product_id) rows = rows.where('s.product_id', '=', product_id);
  if (province) rows = rows.where((eb) => startsWith(eb, 's.province', province));
  if (city) rows = rows.where((eb) => startsWith(eb, 's.city', city));
  if (device) {
    const part = containing(device);
    rows = rows.where((eb) =>
      eb.or([eb('s.device', 'ilike', part), eb('s.os', 'ilike', part), eb('s.browser', 'ilike', part)]),
    );
  }
  if (told) {
    rows = rows.where((eb) => {
      const place = eb.exists(
        eb
          .selectFrom('scan_place as told')
          .select('told.nth')
          .whereRef('told.code_id', '=', 's.code_id')
          .whereRef('told.nth', '=', 's.nth'),
      );
      return told === 'yes' ? place : eb.not(place);
    });
  }
  if (since) rows = rows.where('s.scanned_at', '>=', new Date(since));
  if (to) rows = rows.where('s.scanned_at', '<', new Date(to));
  return rows;
}

type Scans = { s: Schema['consumer_scan'] };

const startsWith = (eb: ExpressionBuilder<Scans, 's'>, column: 's.province' | 's.city', text: string) =>
  eb.fn<boolean>('starts_with', [column, eb.val(text.trim())]);
