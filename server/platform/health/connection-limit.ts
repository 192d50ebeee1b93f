import type { Sql } from '../database/driver/sql.ts';

/** Connections beside the pools of both threads, which listen for notifications. */
const listeners = 4;

/**
 * A sentence for the log if PostgreSQL allows fewer connections than a server with so many may open: what is missing shows at busy
 * times only, as calls that are answered with 503. To be asked before the pools are in use.
 */
export async function connectionShortage(sql: Sql, connections: number): Promise<string | undefined> {
  const [row] = await sql<{ allowed: number; used: number }[]>`
    select least(
        current_setting('max_connections')::int - case when r.rolsuper then 0 else
          current_setting('superuser_reserved_connections')::int
          + coalesce(current_setting('reserved_connections', true)::int, 0) end,
        case when not r.rolsuper then nullif(r.rolconnlimit, -1) end,
        case when not r.rolsuper then nullif(d.datconnlimit, -1) end
      ) as allowed,
      (
        select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      ) as used
    from pg_roles r, pg_database d
    where r.rolname = current_user and d.datname = current_database()`;
  if (!row) return undefined;
  const total = connections + listeners;
  if (row.allowed - row.used >= total) return undefined;
  return (
    `This server may open ${total} connections to PostgreSQL, which allows ${row.allowed}, of which ${row.used} are in use: ` +
    'calls are answered with 503 at busy times. Raise max_connections (or the limit of the role or database), ' +
    'or lower SUYUAN_DATABASE_CONNECTIONS.'
  );
}
