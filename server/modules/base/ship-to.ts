import { type Kysely, sql } from 'kysely';
import {
  type ShipTo,
  shipToAdd,
  shipToDelete,
  shipToExport,
  shipToImport,
  shipToPage,
  shipToUpdate,
} from '../../../contract/base-ship-to.ts';
import type { InputOf } from '../../../contract/call.ts';
import { areaCodeFrom, areaName } from '../../platform/areas.ts';
import type { Change } from '../../platform/audit.ts';
import { serveList } from '../../platform/list.ts';
import { type Saving, serveRecords } from '../../platform/records.ts';
import { badInput } from '../../platform/refusal.ts';
import type { Schema } from '../../platform/schema.ts';
import { findsWords, searchText } from '../../platform/search.ts';
import type { Services } from '../../platform/services.ts';
import { areaProblems, presentKept, reach } from './fields.ts';
import { byCodeOrName } from './references.ts';

type ShipToInput = InputOf<typeof shipToAdd>;
type ShipToNames = Pick<ShipToInput, 'ship_to_code' | 'ship_to_name'>;

/** Ship-to parties (送达方), each of one dealer. */
export function serveShipTo(services: Services): void {
  serveList(services, {
    name: 'shipto',
    page: shipToPage,
    export: shipToExport,
    columns: [
      'ship_to_code',
      'ship_to_name',
      'dealer_code',
      'dealer_name',
      'contact',
      'phone',
      'area_name',
      'address',
      'preferred',
      'status',
      'created_at',
      'updated_at',
    ],
    rows: (from, { keyword, dealer_id, status }) => {
      let rows = shipToRows(from);
      if (keyword) rows = rows.where(findsWords('ship_to', keyword));
      if (dealer_id) rows = rows.where('ship_to.dealer_id', '=', dealer_id);
      if (status) rows = rows.where('ship_to.status', '=', status);
      return rows;
    },
    sort: {
      ship_to_code: sql.ref('ship_to.ship_to_code'),
      ship_to_name: sql.ref('ship_to.ship_to_name'),
      status: sql.ref('ship_to.status'),
      created_at: sql.ref('ship_to.created_at'),
      updated_at: sql.ref('ship_to.updated_at'),
    },
    defaultSort: '-created_at',
    tieBreak: sql.ref('ship_to.id'),
    present: (row: ShipToRow) => presentShipTo(row),
  });

  serveRecords(services, {
    table: 'ship_to',
    add: shipToAdd,
    update: shipToUpdate,
    remove: shipToDelete,
    import: {
      list: 'shipto',
      call: shipToImport,
      words: {
        dealer_id: { columns: ['dealer_code', 'dealer_name'], read: byCodeOrName('dealer') },
        area_code: { columns: ['area_name'], read: areaCodeFrom },
      },
    },
    code: { field: 'ship_to_code', constraint: 'ship_to_code_key' },
    columns,
    check: requireRight,
  });
}

/** Ship-to parties with their dealers. */
export const shipToRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('ship_to')
    .innerJoin('dealer as of_dealer', 'of_dealer.id', 'ship_to.dealer_id')
    .selectAll('ship_to')
    .select(['of_dealer.dealer_code', 'of_dealer.dealer_name']);

type ShipToRow = Awaited<ReturnType<ReturnType<typeof shipToRows>['execute']>>[number];

export const presentShipTo = (row: ShipToRow): ShipTo => ({
  ...presentKept(row),
  area_name: row.area_code && areaName(row.area_code),
});

async function requireRight({ input, before, change }: Saving<ShipToInput>): Promise<void> {
  const { db } = change;
  const problems = areaProblems(input);
  const dealer_id = before ? (before.dealer_id as number) : input.dealer_id;
  const dealer = await db.selectFrom('dealer').select('id').where('id', '=', dealer_id).executeTakeFirst();
  if (!dealer) problems.push({ path: 'dealer_id', reason: 'no_such', params: { value: dealer_id } });
  if (problems.length > 0) throw badInput(...problems);
  if (input.preferred) await preferNoOther(change, dealer_id, before?.id as number | undefined);
}

/** One ship-to party at most is proposed first. */
async function preferNoOther(change: Change, dealer: number, id: number | undefined): Promise<void> {
  const others = await change.db
    .selectFrom('ship_to')
    .select('id')
    .where('dealer_id', '=', dealer)
    .where('preferred', '=', true)
    .execute();
  for (const other of others) {
    if (other.id === id) continue;
    await change.changing('ship_to', other.id);
    await change.db
      .updateTable('ship_to')
      .set({ preferred: false, updated_at: new Date() })
      .where('id', '=', other.id)
      .execute();
  }
}

function columns(input: ShipToInput) {
  const { dealer_id, ship_to_code, ship_to_name, preferred, status }: Partial<ShipToInput> & ShipToNames = input;
  const names = { ship_to_code: ship_to_code.trim(), ship_to_name: ship_to_name.trim() };
  const reached = reach(input);
  return {
    // It stays with its dealer: a change does not name one.
    ...(dealer_id === undefined ? {} : { dealer_id }),
    ...names,
    ...reached,
    preferred: preferred ?? false,
    search_text: searchText(...Object.values(names), reached.contact, reached.phone),
    ...(status ? { status } : {}),
  };
}
