import { type ShipTo, shipTo } from '@suyuan/contract/base/ship-to.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type Kysely, sql } from 'kysely';
import { areaName, areaParser, areaProblems } from '#platform/areas/areas.ts';
import { placeGlnColumns, placeGlnProblems } from '#platform/areas/gln-rules.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { isThere, referred } from '#platform/references/references.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { presentRow } from '../fields.ts';

type ShipToInput = InputOf<typeof shipTo.add>;

/** Ship-to parties (送达方), each of one dealer. */
export default function serveShipTo(services: Services): void {
  serveThing(services, shipTo, {
    table: 'ship_to',
    rows: shipToRows,
    present: presentShipTo,
    foundBy: ['ship_to_code', 'ship_to_name', 'contact', 'phone'],
    columns: placeGlnColumns,
    check: requireRight,
    prepare: preferNoOther,
    parsers: { dealer_id: referred('dealer', ['dealer_code', 'dealer_name']), area_code: areaParser },
  });
}

/** The query for ship-to parties with their dealers. */
export const shipToRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('ship_to')
    // Each has one, but PostgreSQL can only drop a left join from counts and from searches for keys.
    .leftJoin('dealer as of_dealer', 'of_dealer.id', 'ship_to.dealer_id')
    .selectAll('ship_to')
    .select([
      sql.ref<string>('of_dealer.dealer_code').as('dealer_code'),
      sql.ref<string>('of_dealer.dealer_name').as('dealer_name'),
    ]);

type ShipToRow = Awaited<ReturnType<ReturnType<typeof shipToRows>['execute']>>[number];

export const presentShipTo = (row: ShipToRow): ShipTo => ({
  ...presentRow(row),
  area_name: row.area_code && areaName(row.area_code),
});

async function requireRight({ input, before, change }: Saving<ShipToInput>): Promise<void> {
  const problems = [...areaProblems(input), ...placeGlnProblems(input)];
  const { dealer_id } = input;
  if (before && dealer_id !== before.dealer_id) problems.push({ path: 'dealer_id', reason: 'keeps_dealer' });
  else if (!(await isThere(change, 'dealer', dealer_id))) {
    problems.push({ path: 'dealer_id', reason: 'no_such', params: { value: dealer_id } });
  }
  if (problems.length > 0) throw badInput(...problems);
}

/** A dealer has one preferred ship-to party at most: preferring this one takes the preference from others. */
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
