import { type Kysely, sql } from 'kysely';
import {
  unitAdd,
  unitDelete,
  unitExport,
  unitImport,
  unitPage,
  unitUpdate,
} from '../../../../contract/base/packaging-unit.ts';
import type { InputOf } from '../../../../contract/call.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { Language } from '../../../platform/language.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { holdsWords } from '../../../platform/records/search.ts';
import { badInput } from '../../../platform/refusal.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';

type UnitInput = InputOf<typeof unitAdd>;

/** Bottle, box, case, pallet: what a packaging relation is made of. */
export function servePackagingUnits(services: Services): void {
  serveList(services, {
    name: 'productunit',
    page: unitPage,
    export: unitExport,
    columns: [
      'unit_code',
      'level',
      'symbol_zh',
      'symbol_en',
      'symbol_es',
      'symbol_ja',
      'status',
      'created_at',
      'updated_at',
    ],
    rows: (from, { keyword, level, status }) => {
      let rows = from.selectFrom('packaging_unit').selectAll();
      if (keyword) rows = rows.where(holdsWords('packaging_unit', keyword));
      if (level) rows = rows.where('level', '=', level);
      if (status) rows = rows.where('status', '=', status);
      return rows;
    },
    sort: {
      unit_code: sql.ref('unit_code'),
      level: sql.ref('level'),
      symbol_zh: sql.ref('symbol_zh'),
      status: sql.ref('status'),
      created_at: sql.ref('created_at'),
      updated_at: sql.ref('updated_at'),
    },
    defaultSort: 'level',
    tieBreak: sql.ref('id'),
    present: (row: UnitRow, language) => ({
      ...row,
      symbol: symbolIn(language, row),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }),
  });

  serveRecords(services, {
    table: 'packaging_unit',
    add: unitAdd,
    update: unitUpdate,
    remove: unitDelete,
    import: { list: 'productunit', call: unitImport },
    code: 'unit_code',
    foundBy: ['unit_code', 'symbol_zh', 'symbol_en', 'symbol_es', 'symbol_ja'],
    columns,
    check: async ({ input: { level }, before, change: { db } }) => {
      if (before && before.level !== level) await requireUnranked(db, before.id as number);
    },
    users: (db, id) => ({
      unit_in_hierarchies: hierarchiesOf(db, id),
      unit_in_products: db.selectFrom('product').where('unit_id', '=', id).select('product_name as name').orderBy('id'),
    }),
  });
}

interface UnitRow {
  id: number;
  unit_code: string;
  level: number;
  symbol_zh: string;
  symbol_en: string | null;
  symbol_es: string | null;
  symbol_ja: string | null;
  status: 'enabled' | 'disabled';
  created_at: Date;
  updated_at: Date;
}

/** The word for a unit; where a language has none, the Chinese one. */
export const symbolIn = (
  language: Language,
  unit: Pick<UnitRow, 'symbol_zh' | 'symbol_en' | 'symbol_es' | 'symbol_ja'>,
): string => unit[`symbol_${language}`] ?? unit.symbol_zh;

function columns({ unit_code, level, symbol_zh, symbol_en, symbol_es, symbol_ja, status }: UnitInput) {
  return {
    unit_code: unit_code.trim(),
    level,
    symbol_zh: symbol_zh.trim(),
    symbol_en: symbol_en?.trim() || null,
    symbol_es: symbol_es?.trim() || null,
    symbol_ja: symbol_ja?.trim() || null,
    ...(status ? { status } : {}),
  };
}

/** The packaging relations, of any version, that a unit is part of. */
const hierarchiesOf = (db: Kysely<Schema>, unit: number) =>
  db
    .selectFrom('hierarchy as h')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('hierarchy_level as l')
          .select('l.unit_id')
          .whereRef('l.hierarchy_id', '=', 'h.id')
          .where('l.unit_id', '=', unit),
      ),
    )
    .select('h.hierarchy_name as name')
    .orderBy('h.id');

/** What holds what is decided by the levels: where that is drawn already, they stay. */
async function requireUnranked(db: Kysely<Schema>, id: number): Promise<void> {
  const found = await hierarchiesOf(db, id).limit(1).execute();
  if (found[0]) throw badInput({ path: 'level', reason: 'unit_ranked', params: { hierarchy: found[0].name } });
}
