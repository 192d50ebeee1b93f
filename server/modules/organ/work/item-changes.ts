import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executedBy, readBy, type Writer } from '#platform/database/statements/either-writer.ts';
import type { Notices } from '#platform/notices/notices.ts';
import type { ItemWork, OpenItem, Owner, WaitingRow } from './work-kinds.ts';
import { OwnerReader, type Rule } from './work-rules.ts';

/** What happens to an item because of its row. */
export type ItemChange =
  | ({ readonly kind: 'open'; readonly row: WaitingRow; readonly since: Date; readonly due: Date | null } & Owner)
  | ({ readonly kind: 'change'; readonly item: OpenItem; readonly row: WaitingRow; readonly due: Date | null } & Owner)
  | { readonly kind: 'end'; readonly item: OpenItem };

export interface ItemWriter {
  readonly writer: Writer;
  readonly db: Database['db'];
  readonly notices: Pick<Notices, 'tell' | 'settle'>;
}

/** Writes what happens to items of a kind, with their history, and tells those to whom a rule gave something. */
export async function writeItems(
  on: ItemWriter,
  kind: ItemWork,
  rule: Rule | undefined,
  changes: readonly ItemChange[],
): Promise<void> {
  const opened = changes.filter((one) => one.kind === 'open');
  const changed = changes.filter((one) => one.kind === 'change');
  const ended = changes.filter((one) => one.kind === 'end');
  if (opened.length > 0) await open(on, kind, rule, opened);
  if (changed.length > 0) await change(on, changed);
  if (ended.length > 0)
    await end(
      on,
      kind,
      ended.map(({ item }) => item),
    );
}

type Opened = Extract<ItemChange, { kind: 'open' }>;
type Changed = Extract<ItemChange, { kind: 'change' }>;

async function open(on: ItemWriter, kind: ItemWork, rule: Rule | undefined, all: readonly Opened[]): Promise<void> {
  const rows = all.map(({ row, since, due, owner, role }) => ({
    subject_id: row.subject_id,
    what: row.what ?? `${row.subject_id}`,
    since: since.toISOString(),
    due_at: due?.toISOString() ?? null,
    owner_id: owner,
    role_id: role,
    warehouse_id: row.warehouse,
    about_dealer_id: row.about_dealer,
    except_id: row.except,
    factory_id: row.dealer === null ? row.factory : null,
    dealer_id: row.dealer,
    party_only: kind.items.partyOnly === true,
  }));
  const made = await readBy<{
    id: number;
    subject_id: number;
    what: string;
    owner_id: number | null;
    role_id: number | null;
  }>(
    on.writer,
    sql`
      insert into work_item (waiting, subject_id, what, since, due_at, owner_id, role_id, warehouse_id, about_dealer_id,
        except_id, factory_id, dealer_id, party_only)
      select ${kind.name}::text, subject_id, what, since, due_at, owner_id, role_id, warehouse_id, about_dealer_id, except_id,
        factory_id, dealer_id, party_only
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (subject_id bigint, what text, since timestamptz,
        due_at timestamptz, owner_id bigint, role_id bigint, warehouse_id bigint, about_dealer_id bigint, except_id bigint,
        factory_id bigint, dealer_id bigint, party_only boolean)
      on conflict do nothing
      returning id, subject_id, what, owner_id, role_id`.compile(on.db),
  );
  await keepSteps(
    on,
    made.map((item) => ({ ...item, step: 'opened' as const })),
  );
  if (!rule) return;
  await giveColumns(on, kind, made);
  const reader = new OwnerReader(on.db, on.writer);
  for (const [owner, own] of Map.groupBy(made, ({ owner_id, role_id }) =>
    owner_id === null ? `role:${role_id}` : owner_id,
  )) {
    const [first] = own as [(typeof own)[number]];
    if (first.owner_id === null && first.role_id === null) continue;
    const to = typeof owner === 'number' ? [owner] : await reader.holdersOf(first.role_id as number);
    await on.notices.tell(on.writer, to, {
      kind: 'work_given',
      params: { waiting: kind.name, what: first.what, count: own.length },
      leads: leadsOf(kind, own),
      about: aboutOf(first.id),
      cause: `given:${first.id}`,
    });
  }
}

/** Rules give rows that have a column for their owner the same owner. */
async function giveColumns(
  { writer, db }: ItemWriter,
  { items }: ItemWork,
  made: readonly { readonly subject_id: number; readonly owner_id: number | null }[],
): Promise<void> {
  if (!items.ownerColumn) return;
  for (const [owner, own] of Map.groupBy(made, ({ owner_id }) => owner_id)) {
    if (owner === null) continue;
    const ids = own.map(({ subject_id }) => subject_id);
    await executedBy(
      writer,
      sql`update ${sql.table(items.table)} set ${sql.ref(items.ownerColumn)} = ${owner}
        where id = any(${ids}::bigint[])`.compile(db),
    );
  }
}

async function change(on: ItemWriter, all: readonly Changed[]): Promise<void> {
  const rows = all.map(({ item, row, due, owner, role }) => ({
    id: item.id,
    what: row.what ?? `${row.subject_id}`,
    due_at: due?.toISOString() ?? null,
    owner_id: owner,
    role_id: role,
    except_id: row.except,
  }));
  await executedBy(
    on.writer,
    sql`
      update work_item i set what = r.what, due_at = r.due_at, owner_id = r.owner_id, role_id = r.role_id,
        except_id = r.except_id,
        by_person = i.by_person and r.owner_id is not distinct from i.owner_id and r.role_id is not distinct from i.role_id,
        overdue_at = case when r.due_at is distinct from i.due_at then null else i.overdue_at end,
        escalated_at = case when r.due_at is distinct from i.due_at then null else i.escalated_at end
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id bigint, what text, due_at timestamptz,
        owner_id bigint, role_id bigint, except_id bigint)
      where i.id = r.id`.compile(on.db),
  );
  const steps = all.flatMap(({ item, due, owner, role }): ItemStep[] => {
    const to = { id: item.id, owner_id: owner, role_id: role };
    if (item.owner_id !== owner || item.role_id !== role) return [{ ...to, step: 'assigned' }];
    return item.due_at?.getTime() !== due?.getTime() ? [{ ...to, step: 'due' }] : [];
  });
  await keepSteps(on, steps);
}

async function end(on: ItemWriter, _: ItemWork, items: readonly OpenItem[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  await executedBy(
    on.writer,
    sql`update work_item set ended_at = now() where id = any(${ids}::bigint[]) and ended_at is null`.compile(on.db),
  );
  // What asks for work that is done need not be read any more.
  await executedBy(
    on.writer,
    sql`update notice set read_at = now() where about = any(${ids.map(aboutOf)}::text[]) and read_at is null`.compile(
      on.db,
    ),
  );
  await keepSteps(
    on,
    items.map(({ id, owner_id, role_id }) => ({ id, owner_id, role_id, step: 'done' as const })),
  );
}

export interface ItemStep {
  readonly id: number;
  readonly step: 'opened' | 'taken' | 'assigned' | 'reminded' | 'overdue' | 'escalated' | 'due' | 'done';
  readonly owner_id: number | null;
  readonly role_id: number | null;
  readonly by_id?: number;
  readonly note?: string | null;
}

/** Keeps the history of items. */
export async function keepSteps(
  { writer, db }: Pick<ItemWriter, 'writer' | 'db'>,
  steps: readonly ItemStep[],
): Promise<void> {
  if (steps.length === 0) return;
  await executedBy(
    writer,
    sql`
      insert into work_item_step (work_item_id, step, by_id, owner_id, role_id, note)
      select id, step, by_id, owner_id, role_id, note
      from jsonb_to_recordset(${JSON.stringify(steps)}::text::jsonb) as s (id bigint, step text, by_id bigint,
        owner_id bigint, role_id bigint, note text)`.compile(db),
  );
}

export const aboutOf = (id: number): string => `work_item:${id}`;

/** Where items are done: at the row of a single one, else at the list of what is the reader's. */
export function leadsOf({ screen, query: filters }: ItemWork, items: readonly { readonly subject_id: number }[]) {
  const [only, ...others] = items;
  const query = only && others.length === 0 ? { ...tabOf(filters), detail: `${only.subject_id}` } : undefined;
  return [
    ...(query ? [{ screen, query: `${new URLSearchParams(query)}` }] : []),
    { screen: 'todo', query: 'whose=mine' },
    { screen, query: '' },
  ];
}

/** The tab of a screen on which a kind of work is listed. */
export function tabOf(filters: ItemWork['query']): { readonly tab?: string } {
  const tab = typeof filters === 'object' ? filters.tab : undefined;
  return tab === undefined ? {} : { tab };
}
