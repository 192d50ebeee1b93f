import type { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { areaProblems } from '#platform/areas/areas.ts';
import { placeGlnProblems } from '#platform/areas/gln-rules.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { isOfEnterprise, type Principal } from '#platform/caller.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { isThere } from '#platform/references/references.ts';
import { lockTree, requirePosition } from '#platform/references/tree.ts';
import { badInput, type Problem } from '#platform/refusal.ts';

type WarehouseInput = InputOf<typeof warehouse.add>;

/** Validates a warehouse against other rows. */
export async function requireRight({ input, before, change, caller }: Saving<WarehouseInput>): Promise<void> {
  const id = before?.id as number | undefined;
  // The lock keeps the owner of the parent from changing while a part is added.
  if (input.parent_id) await lockTree(change, 'warehouse');
  await requirePosition(change, 'warehouse', id, input.parent_id ?? null);
  const enterprise = isOfEnterprise(caller.account);
  const problems = [
    ...areaProblems(input),
    ...placeGlnProblems(input),
    ...(await unknownProblems(change, input, enterprise)),
    ...(await zoneProblems(change, input, id)),
    ...(enterprise ? await ownerProblems(change, input, before) : otherOwners(input, before, caller)),
  ];
  if (problems.length > 0) throw badInput(...problems);
}

/** Problems for referenced rows that do not exist or that the caller may not see. */
async function unknownProblems(
  change: Change,
  { factory_id, dealer_id, keeper_id, depart_code }: WarehouseInput,
  enterprise: boolean,
): Promise<Problem[]> {
  const references = [
    { path: 'factory_id', value: factory_id, table: 'factory' },
    { path: 'dealer_id', value: dealer_id, table: 'dealer' },
    { path: 'keeper_id', value: keeper_id, table: 'account' },
  ] as const;
  const problems: Problem[] = [];
  for (const { path, value, table } of references) {
    if (!value || (!enterprise && table !== 'account')) continue;
    if (!(await isThere(change, table, value))) problems.push({ path, reason: 'no_such', params: { value } });
  }
  const department = depart_code?.trim();
  if (!department) return problems;
  const row = await change.once(`department ${department}`, () =>
    change.db
      .selectFrom('department')
      .select('id')
      .where((eb) => eb(eb.fn('lower', ['depart_code']), '=', department.toLowerCase()))
      .executeTakeFirst(),
  );
  return row ? problems : [...problems, { path: 'depart_code', reason: 'no_such', params: { value: department } }];
}

/** Problems if the zone for damaged goods is none of the warehouse's own zones for quarantine or returns. */
async function zoneProblems(
  { db }: Change,
  { damaged_zone_id }: WarehouseInput,
  id: number | undefined,
): Promise<Problem[]> {
  if (!damaged_zone_id) return [];
  let zone: Zone | undefined;
  for (let at: number | null = damaged_zone_id; at !== null && at !== id; ) {
    const row: Zone | undefined = await db
      .selectFrom('warehouse')
      .select(['warehouse_type', 'parent_id'])
      .where('id', '=', at)
      .executeTakeFirst();
    if (!row) return [{ path: 'damaged_zone_id', reason: 'no_such', params: { value: damaged_zone_id } }];
    zone ??= row;
    at = row.parent_id ?? null;
    if (at === null) zone = undefined;
  }
  const isFit = zone?.warehouse_type === 'quarantine' || zone?.warehouse_type === 'returns';
  return isFit ? [] : [{ path: 'damaged_zone_id', reason: 'not_a_zone_for_damaged' }];
}

interface Zone {
  readonly warehouse_type: string;
  readonly parent_id?: number | null;
}

/** Problems if people of a party name another owner than their party, or would give a warehouse away. */
function otherOwners(
  input: WarehouseInput,
  before: Saving<WarehouseInput>['before'],
  { account: { party } }: Principal,
): Problem[] {
  return (['factory', 'dealer'] as const).flatMap((kind) => {
    const id = input[`${kind}_id`] ?? null;
    const own = party?.kind === kind ? party.id : null;
    const isLeftOut = !before && id === null;
    return isLeftOut || id === own ? [] : [{ path: `${kind}_id`, reason: 'enterprise_decides' }];
  });
}

/** Problems if a warehouse and its parts would have different owners. */
async function ownerProblems(
  { db }: Change,
  { factory_id = null, dealer_id = null, parent_id }: WarehouseInput,
  before: Saving<WarehouseInput>['before'],
): Promise<Problem[]> {
  if (factory_id && dealer_id) return [{ path: 'dealer_id', reason: 'one_owner' }];
  const differs = (row: { factory_id: unknown; dealer_id: unknown }) =>
    row.factory_id !== factory_id || row.dealer_id !== dealer_id;
  const owners = db.selectFrom('warehouse').select(['factory_id', 'dealer_id']);
  const parent = parent_id ? await owners.where('id', '=', parent_id).executeTakeFirst() : undefined;
  if (parent && differs(parent)) return [{ path: 'parent_id', reason: 'other_owner' }];
  const part =
    before &&
    (await owners
      .where('parent_id', '=', before.id as number)
      .limit(1)
      .executeTakeFirst());
  return part && differs(part) ? [{ path: factory_id ? 'factory_id' : 'dealer_id', reason: 'parts_keep_owner' }] : [];
}
