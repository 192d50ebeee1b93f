import type { Services } from '../platform/services.ts';

interface Unfinished {
  readonly id: number;
  readonly first_id: number;
}

/** Breaks off imports that fell silent: their servers are gone. */
export async function breakOffSilent(services: Services): Promise<void> {
  const silent = await services.system.sql<Unfinished[]>`
    select id, first_id from code_import where state = 'reading' and updated_at < now() - interval '2 minutes'`;
  for (const one of silent) await breakOff(services, one);
}

/** Takes back what an import has read. It holds the turn until then, so nobody's codes come after its own. */
export async function breakOff({ system: { long } }: Services, { id, first_id }: Unfinished): Promise<void> {
  await long.sql.begin(async (transaction) => {
    // A cluster deletes from one shard after the other then, and can go on with another table. Elsewhere nobody reads it.
    await transaction`set local citus.multi_shard_modify_mode = 'sequential'`;
    // A batch that is being written comes before this, and none comes after it.
    const [reading] = await transaction`select 1 from code_import where id = ${id} and state = 'reading' for update`;
    if (!reading) return;
    await transaction`delete from imported_code where code_id >= ${first_id}`;
    await transaction`update code_import set state = 'broken', updated_at = now() where id = ${id}`;
  });
}
