import type { Change } from '#platform/audit/audit-log.ts';
import { ksql } from '#platform/database/schema.ts';
import type { Notices } from '#platform/notices/notices.ts';
import { badInput } from '#platform/refusal.ts';

type Addressing = Pick<Notices, 'addressees'>;

/** The query for the accounts of the enterprise that may inspect. */
export const inspectorIds = (notices: Addressing) =>
  ksql<{ id: number }>`select able.id from (${notices.addressees.get()({ holding: 'inspectrecord:add' })}) able`;

/** Throws 400 if an account may not inspect. */
export async function requireInspector(change: Change, notices: Addressing, id: number): Promise<void> {
  const { rows } = await ksql`select 1 from (${inspectorIds(notices)}) i where i.id = ${id}`.execute(change.system);
  if (rows.length === 0) throw badInput({ path: 'assignee_id', reason: 'no_inspector' });
}
