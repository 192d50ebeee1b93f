import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { factory } from '@suyuan/contract/plant/factory.ts';
import { areaProblems } from '#platform/places/area-rules.ts';
import { placeGlnProblems } from '#platform/places/gln-rules.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { isThere } from '#platform/references/is-there.ts';
import { badInput } from '#platform/refusal.ts';

type FactoryInput = InputOf<typeof factory.add>;

/** Checks what the schema of a factory cannot: area, GLN and warehouse. Throws 400. */
export async function requireRight({ input, before, change }: Saving<FactoryInput>): Promise<void> {
  const { warehouse_id } = input;
  const problems = [...areaProblems(input), ...placeGlnProblems(input)];
  // Only a new choice is checked: the factory's own people need not see a warehouse that the enterprise has chosen.
  if (warehouse_id && warehouse_id !== before?.warehouse_id && !(await isThere(change, 'warehouse', warehouse_id))) {
    problems.push({ path: 'warehouse_id', reason: 'no_such', params: { value: warehouse_id } });
  }
  if (problems.length > 0) throw badInput(...problems);
}
