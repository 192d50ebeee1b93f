import { type Kysely, sql } from 'kysely';
import {
  type ShipTo,
  shipToAdd,
  shipToDelete,
  shipToExport,
  shipToImport,
  shipToPage,
  shipToUpdate,
} from '../../../../contract/base/ship-to.ts';
import type { InputOf } from '../../../../contract/call.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { areaName, areaWords } from '../../../platform/places/areas.ts';
import { isThere } from '../../../platform/records/is-there.ts';
import type { Saving } from '../../../platform/records/record-rules.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { findsWords } from '../../../platform/records/search.ts';
import { badInput } from '../../../platform/refusal.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { areaProblems, presentKept, reach } from '../fields.ts';
import { referred } from '../references.ts';

type ShipToInput = InputOf<typeof shipToAdd>;

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
      created_at: sql.ref('ship_to.created_at'),
      updated_at: sql.ref('ship_to.updated_at'),
    },
    defaultSort: '-created_at',
    tieBreak: sql.ref('ship_to.id'),
    indexed: true,
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
        dealer_id: referred('dealer', ['dealer_code', 'dealer_name']),
        area_code: areaWords,
      },
    },
    code: { field: 'ship_to_code', constraint: 'ship_to_code_key' },
    foundBy: ['ship_to_code', 'ship_to_name', 'contact', 'phone'],
    columns,
    check: requireRight,
    prepare: preferNoOther,
  });
}

/** Ship-to parties with their dealers. */
export const shipToRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('ship_to')
    // Each has one. Joined like this, a count or a search for keys alone leaves it out.
    .leftJoin('dealer as of_dealer', 'of_dealer.id', 'ship_to.dealer_id')
    .selectAll('ship_to')
    .select([
      sql.ref<string>('of_dealer.dealer_code').as('dealer_code'),
      sql.ref<string>('of_dealer.dealer_name').as('dealer_name'),
    ]);

type ShipToRow = Awaited<ReturnType<ReturnType<typeof shipToRows>['execute']>>[number];

export const presentShipTo = (row: ShipToRow): ShipTo => ({
  ...presentKept(row),
  area_name: row.area_code && areaName(row.area_code),
});

async function requireRight({ input, before, change }: Saving<ShipToInput>): Promise<void> {
  const problems = areaProblems(input);
  const { dealer_id } = input;
  if (before && dealer_id !== before.dealer_id) problems.push({ path: 'dealer_id', reason: 'keeps_dealer' });
  else if (!(await isThere(change, 'dealer', dealer_id))) {
    problems.push({ path: 'dealer_id', reason: 'no_such', params: { value: dealer_id } });
  }
  if (problems.length > 0) throw badInput(...problems);
}

/** One ship-to party at most is proposed first. */
async function preferNoOther({ input, before, change }: Saving<ShipToInput>): Promise<void> {
  if (!input.preferred) return;
  const others = await change.db
    .selectFrom('ship_to')
    .select('id')
    .where('dealer_id', '=', input.dealer_id)
    .where('preferred', '=', true)
    .execute();
  for (const other of others) {
    if (other.id === before?.id) continue;
    await change.changing('ship_to', other.id);
    await change.db
      .updateTable('ship_to')
      .set({ preferred: false, updated_at: new Date() })
      .where('id', '=', other.id)
      .execute();
  }
}

function columns(input: ShipToInput) {
  const { dealer_id, ship_to_code, ship_to_name, preferred, status } = input;
  return {
    dealer_id,
    ship_to_code: ship_to_code.trim(),
    ship_to_name: ship_to_name.trim(),
    ...reach(input),
    preferred: preferred ?? false,
    ...(status ? { status } : {}),
  };
}
