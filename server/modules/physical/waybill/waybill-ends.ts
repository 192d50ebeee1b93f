import type { InputOf } from '@suyuan/contract/call/call.ts';
import { destinationOf, type waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput, type Problem } from '#platform/refusal.ts';

type WaybillSaving = Saving<InputOf<typeof waybill.add>>;

/** Throws 400 unless both ends of a waybill fit its kind, and all references exist and are visible to the caller. */
export async function requireEnds(saving: WaybillSaving): Promise<void> {
  const problems = [
    ...destinationProblems(saving),
    ...(await unknownProblems(saving)),
    ...(await originProblems(saving)),
  ];
  if (problems.length > 0) throw badInput(...problems);
}

/** A dealer, a warehouse, for a transfer a factory instead, or somebody outside by name, and only one of them. */
function destinationProblems({ input, before }: WaybillSaving): Problem[] {
  const { kind, from_warehouse_id, to_dealer_id, to_warehouse_id, to_factory_id, receiver } = input;
  const to = destinationOf[kind];
  const problems: Problem[] = [];
  const expect = (path: string, isGiven: boolean, isWanted: boolean) => {
    if (isGiven !== isWanted) problems.push({ path, reason: isWanted ? 'required' : 'not_of_this_kind' });
  };
  const toFactory = Boolean(to_factory_id) && kind === 'transfer';
  expect('to_dealer_id', Boolean(to_dealer_id), to === 'dealer');
  expect('to_warehouse_id', Boolean(to_warehouse_id), to === 'warehouse' && !toFactory);
  expect('to_factory_id', Boolean(to_factory_id), toFactory);
  // Waybills of earlier versions have left without a receiver.
  const isNamed = Boolean(receiver?.trim());
  if (isNamed || !before || before.status === 'draft') expect('receiver', isNamed, to === 'outside');
  for (const path of ['receiver_phone', 'receiver_address'] as const)
    if (input[path]?.trim()) expect(path, true, to === 'outside');
  if (to_warehouse_id && to_warehouse_id === from_warehouse_id)
    problems.push({ path: 'to_warehouse_id', reason: 'same_warehouse' });
  return problems;
}

async function unknownProblems({ input, change }: WaybillSaving): Promise<Problem[]> {
  const { to_dealer_id, ship_to_id } = input;
  const problems: Problem[] = [];
  for (const [path, table] of [
    ['from_warehouse_id', 'warehouse'],
    ['to_warehouse_id', 'warehouse'],
    ['to_dealer_id', 'dealer'],
    ['to_factory_id', 'factory'],
    ['from_factory_id', 'factory'],
  ] as const) {
    const id = input[path];
    if (id && !(await isThere(change, table, id))) problems.push({ path, reason: 'no_such', params: { value: id } });
  }
  if (!ship_to_id) return problems;
  const shipTo = await change.db
    .selectFrom('ship_to')
    .select('id')
    .where('id', '=', ship_to_id)
    .where('dealer_id', '=', to_dealer_id ?? 0)
    .executeTakeFirst();
  return shipTo ? problems : [...problems, { path: 'ship_to_id', reason: 'no_such', params: { value: ship_to_id } }];
}

/** A factory loads by a waybill of its own warehouse, or of the one that it delivers to. */
async function originProblems({ input, change: { db } }: WaybillSaving): Promise<Problem[]> {
  const { from_factory_id, from_warehouse_id } = input;
  if (!from_factory_id) return [];
  const row = await db
    .selectFrom('warehouse as w')
    .leftJoin('factory as f', 'f.warehouse_id', 'w.id')
    .select('w.id')
    .where('w.id', '=', from_warehouse_id)
    .where((eb) => eb.or([eb('w.factory_id', '=', from_factory_id), eb('f.id', '=', from_factory_id)]))
    .executeTakeFirst();
  return row ? [] : [{ path: 'from_factory_id', reason: 'other_warehouse' }];
}
