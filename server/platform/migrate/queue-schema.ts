import pgBoss from 'pg-boss/package.json' with { type: 'json' };
import type { ReservedConnection } from '../database/driver/sql.ts';

/** The PostgreSQL schema with the tables of the job queue. */
export const queueSchema = 'pgboss';

/**
 * Migrates the tables of pg-boss to the installed version, each step in a transaction of its own. On a cluster they stay local
 * to the coordinator.
 */
export async function migrateQueue(sql: ReservedConnection): Promise<void> {
  const version = pgBoss.pgboss.schema;
  const installed = await installedVersion(sql);
  if (installed === version) return;
  if (installed !== undefined && installed > version) {
    throw new Error(
      `The schema of the job queue has version ${installed}, which is newer than ${version} of this program`,
    );
  }
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss');
  await sql`set citus.enable_ddl_propagation = off`;
  try {
    await sql.unsafe(
      installed === undefined ? getConstructionPlans(queueSchema) : getMigrationPlans(queueSchema, installed),
    );
  } catch (error) {
    await sql`rollback`;
    throw new Error(`The schema of the job queue could not be created: ${(error as Error).message}`, { cause: error });
  } finally {
    await sql`reset citus.enable_ddl_propagation`;
  }
}

async function installedVersion(sql: ReservedConnection): Promise<number | undefined> {
  const [table] = await sql<{ name: string | null }[]>`select to_regclass(${`${queueSchema}.version`}) as name`;
  if (!table?.name) return undefined;
  const [row] = await sql<{ version: number }[]>`select version from ${sql(queueSchema)}.version`;
  return row?.version;
}
