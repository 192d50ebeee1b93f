import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';

/** Makes Citus log the statements that it passes on to shards, from the next connections on. */
export async function logPassedOn(sql: Sql): Promise<void> {
  const [database] = await sql<{ name: string }[]>`select current_database() as name`;
  if (!database) throw new Error('there is no database');
  for (const setting of ['citus.log_remote_commands = on', 'log_min_messages = notice'])
    await sql`alter database ${sql(database.name)} set ${sql.unsafe(setting)}`;
}

/** Reads the log of a coordinator on this machine. */
export class ShardLog {
  readonly #sql: Sql;
  readonly #shards: ReadonlySet<string>;

  private constructor(sql: Sql, shards: ReadonlySet<string>) {
    this.#sql = sql;
    this.#shards = shards;
  }

  static async of(sql: Sql): Promise<ShardLog> {
    const rows = await sql<{ id: string }[]>`
      select shardid::text as id from pg_dist_shard join pg_dist_partition using (logicalrelid) where partmethod = 'h'`;
    return new ShardLog(sql, new Set(rows.map(({ id }) => id)));
  }

  /** The number of shards of the statement with the most shards, among those that some work causes. */
  async maxShards(work: () => Promise<unknown>): Promise<number> {
    const begun = await this.#length();
    await work();
    const [log] = await this.#sql<{ text: string }[]>`select pg_read_file('log', ${begun}, 100000000) as text`;
    return Math.max(0, ...[...shardsByStatement(log?.text ?? '', this.#shards).values()].map(({ size }) => size));
  }

  async shardsOfTable(): Promise<number> {
    const [row] = await this.#sql<{ n: number }[]>`
      select count(*)::int as n from pg_dist_shard join pg_dist_partition using (logicalrelid)
      where partmethod = 'h' group by logicalrelid order by n desc limit 1`;
    return row?.n ?? 0;
  }

  async #length(): Promise<number> {
    const [log] = await this.#sql<{ size: number }[]>`select (pg_stat_file('log')).size::int as size`;
    return log?.size ?? 0;
  }
}

/** `… [pid] NOTICE:  issuing SELECT … FROM public.packing_102307 packing WHERE …`, over several lines. */
const passedOn = /^\S+ \S+ \S+ \[(\d+)\] NOTICE: {2}(?:issuing|executing the command locally:) (.*(?:\n\t.*)*)/gm;
const shardOf = /\b(\w+?)_(\d{6,})\b/g;

/**
 * The shards of each statement. A statement passed on to several shards has the same text except for the shard numbers;
 * statements about different codes differ.
 */
function shardsByStatement(log: string, shards: ReadonlySet<string>): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const [, pid, text] of log.matchAll(passedOn)) {
    const shardIds = [...(text as string).matchAll(shardOf)].flatMap(([, , id]) =>
      shards.has(id as string) ? [id as string] : [],
    );
    if (shardIds.length === 0) continue;
    // Joined tables are co-located, so the first one suffices.
    const statement = `${pid} ${(text as string).replaceAll(shardOf, '$1')}`;
    ids.set(statement, (ids.get(statement) ?? new Set()).add(shardIds[0] as string));
  }
  return ids;
}
