import { keyPurpose } from '#identity/codes.table.ts';
import { counterOf } from '#identity/rule-book.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Row } from '#platform/database/driver/sql.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import { droppedIn, type Issue, issuesIn, type LoggedRow } from '#platform/time-mark/issue-log.ts';

/** What the logs of issued codes gave back to the database. */
export interface Recreated {
  /** The numbers of orders. */
  readonly orders: string[];
  /** Orders that are logged and could not be given back, with the reason. */
  readonly lost: { readonly order: string; readonly reason: 'imported' | 'key' | 'taken' | 'rule' }[];
  /** How often codes of orders went out. */
  handOuts: number;
}

interface Parts {
  readonly change: Change;
  readonly masterKey: MasterKey;
  readonly folders: readonly string[];
}

/** Issues are looked up in the database in pieces. */
const piece = 500;

/** Inserts the orders, leases and downloads that the logs know and the database does not. */
export async function recreateIssued(parts: Parts): Promise<Recreated> {
  const recreated: Recreated = { orders: [], lost: [], handOuts: 0 };
  const dropped = await droppedIn(parts.folders);
  for (const [table, give] of [
    ['code_order', giveOrder],
    ['code_lease', giveLease],
    ['code_download', giveDownload],
  ] as const) {
    let some: Issue[] = [];
    const ids = new Set<string>();
    for await (const issue of issuesIn(parts.folders, table)) {
      if (dropped.has(issue.id) || ids.has(issue.id)) continue;
      ids.add(issue.id);
      if (some.push(issue) < piece) continue;
      await giveAbsent(parts, table, some, give, recreated);
      some = [];
    }
    await giveAbsent(parts, table, some, give, recreated);
  }
  return recreated;
}

type Give = (parts: Parts, rows: readonly LoggedRow[], recreated: Recreated) => Promise<void>;

async function giveAbsent(parts: Parts, table: string, issues: Issue[], give: Give, recreated: Recreated) {
  for (const issue of await absentAmong(parts.change.sql, table, issues)) await give(parts, issue.rows, recreated);
}

/** The issues of a table whose rows are not in the database. */
export async function absentAmong(sql: Connection, table: string, issues: readonly Issue[]): Promise<Issue[]> {
  if (issues.length === 0) return [];
  const idOf = ({ rows }: Issue) => String(rows[0]?.row.id);
  const there = await sql<{ id: string }[]>`
    select id::text from ${sql(table)} where id::text = any(${issues.map(idOf)}::text[])`;
  const ids = new Set(there.map(({ id }) => id));
  return issues.filter((issue) => !ids.has(idOf(issue)));
}

const giveOrder: Give = async ({ change, masterKey }, rows, recreated) => {
  const { sql } = change;
  const order = rowOf(rows, 'code_order') as Row;
  const lose = (reason: Recreated['lost'][number]['reason']) =>
    void recreated.lost.push({ order: order.order_no, reason });
  const rule = rowOf(rows, 'code_rule') as Row;
  // The texts of imported codes are in their file only.
  if (rule.kind === 'imported') return lose('imported');
  // Rules that came back have their times in milliseconds.
  const [ruleRow] = await sql<Row[]>`
    select date_trunc('milliseconds', created_at)
      = date_trunc('milliseconds', ${rule.created_at}::timestamptz) as same
    from code_rule where id = ${rule.id}`;
  if (ruleRow && !ruleRow.same) return lose('rule');
  if (!ruleRow && !opens(masterKey, rule.key_sealed)) return lose('key');
  const [overlap] = await sql`
    select 1 from code_order
    where first_id <= ${order.last_id} and last_id >= ${order.first_id} or order_no = ${order.order_no}`;
  if (overlap) return lose('taken');
  if (!ruleRow) await giveRule(change, rule);
  const set = rowOf(rows, 'code_set');
  if (set && (await isAbsent(sql, 'code_set', set.id))) {
    await insert(change, 'code_set', set);
    change.made('code_set', set.id);
  }
  await insert(change, 'code_order', {
    ...order,
    product_id: await ifThere(sql, 'product', order.product_id),
    created_by: (await ifThere(sql, 'account', order.created_by)) ?? (await someAdministrator(sql)),
  });
  change.made('code_order', order.id);
  await sql`
    update code_rule set issued = greatest(issued, ${counterOf(order.last_id) + 1}::bigint) where id = ${rule.id}`;
  await giveSegment(change, rowOf(rows, 'code_segment'));
  recreated.orders.push(order.order_no);
};

async function giveRule(change: Change, rule: Row): Promise<void> {
  const previous_id = await ifThere(change.sql, 'code_rule', rule.previous_id);
  const [namesake] = await change.sql`
    select 1 from code_rule where lower(rule_name) = lower(${rule.rule_name}) and version = ${rule.version}`;
  const rule_name = namesake ? `${rule.rule_name} (${rule.id})` : rule.rule_name;
  const version = previous_id === null ? 1 : rule.version;
  await insert(change, 'code_rule', { ...rule, previous_id, version, rule_name });
  change.made('code_rule', rule.id);
}

/** What the codes were bound to as they were ordered, as far as it is there. */
async function giveSegment(change: Change, segment: Row | undefined): Promise<void> {
  if (!segment) return;
  const { sql } = change;
  const product_id = await ifThere(sql, 'product', segment.product_id);
  const work_order_id = await ifThere(sql, 'work_order', segment.work_order_id);
  const { lot, production_date } = segment;
  if ([product_id, work_order_id, lot, production_date].every((fact) => fact === null)) return;
  await insert(change, 'code_segment', { ...segment, product_id, work_order_id, closure_id: null });
}

const giveLease: Give = async ({ change }, [lease], recreated) => {
  const { sql } = change;
  const row = lease?.row as Row;
  if (await isAbsent(sql, 'code_order', row.code_order_id)) return;
  const [overlap] = await sql`
    select 1 from code_lease where first_id <= ${row.last_id} and last_id - returned >= ${row.first_id}`;
  if (overlap) return;
  recreated.handOuts += 1;
  // Without its work order, the lease is of nobody, and its codes are out all the same.
  if (await isAbsent(sql, 'work_order', row.work_order_id)) return doubt(sql, row, row.code_order_id);
  await insert(change, 'code_lease', { ...row, device_key_id: await ifThere(sql, 'device_key', row.device_key_id) });
};

const giveDownload: Give = async ({ change }, [download], recreated) => {
  const { sql } = change;
  const row = download?.row as Row;
  if (await isAbsent(sql, 'code_order', row.order_id)) return;
  recreated.handOuts += 1;
  if (await isAbsent(sql, 'account', row.account_id)) return doubt(sql, row, row.order_id);
  await insert(change, 'code_download', {
    ...row,
    part_id: await ifThere(sql, 'code_part', row.part_id),
    ip: '',
    state: 'done',
    sent: row.last_id - row.first_id + 1,
    ended_at: row.started_at,
    session_id: null,
    ticket_expires_at: null,
  });
};

/** Codes that went out to somebody whom the database does not know. */
async function doubt(sql: Connection, { first_id, last_id }: Row, order: number): Promise<void> {
  await sql`
    insert into unaccounted_codes (first_id, last_id, order_id, restoration_id)
    select ${first_id}, ${last_id}, ${order}, max(id) from restoration on conflict do nothing`;
}

const rowOf = (rows: readonly LoggedRow[], table: string): Row | undefined =>
  rows.find((one) => one.table === table)?.row;

async function isAbsent(sql: Connection, table: string, id: number): Promise<boolean> {
  const rows = await sql`select 1 from ${sql(table)} where id = ${id}`;
  return rows.length === 0;
}

const ifThere = async (sql: Connection, table: string, id: number | null): Promise<number | null> =>
  id === null || (await isAbsent(sql, table, id)) ? null : id;

async function someAdministrator(sql: Connection): Promise<number> {
  const [account] = await sql<{ id: number }[]>`
    select id from account order by administrator desc, id limit 1`;
  return (account as { id: number }).id;
}

function opens(masterKey: MasterKey, sealed: string): boolean {
  try {
    masterKey.unseal(Buffer.from(sealed.slice(2), 'hex'), keyPurpose);
    return true;
  } catch {
    return false;
  }
}

/** Inserts a row as it was logged, by the columns that the table has today. */
async function insert({ sql }: Change, table: string, row: Row): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
  const names = columns.map(({ name }) => name).filter((name) => name in row);
  const [record] = await sql<Row[]>`select * from jsonb_populate_record(null::${sql(table)}, ${sql.json(row)}::jsonb)`;
  const values = Object.fromEntries(names.map((name) => [name, (record as Row)[name]]));
  const list = names.map((name) => `"${name}"`).join(', ');
  await sql.unsafe(
    `insert into ${table} (${list}) overriding system value values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(values),
  );
}
