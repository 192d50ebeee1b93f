import { setTimeout as pause } from 'node:timers/promises';
import { maxWaiting, type WaitingName } from '@suyuan/contract/access/notice.ts';
import { hour } from '@suyuan/contract/durations.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Account, holds } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { readBy, type Writer } from '#platform/database/statements/either-writer.ts';
import type { Notices } from '#platform/notices/notices.ts';
import type { Told } from '#platform/notices/told.ts';
import type { WaitingCount, WaitingItems, WaitingWork, WorkRecord } from '#platform/notices/waiting.ts';
import { type ItemChange, writeItems } from './item-changes.ts';
import type { ItemWork, OpenItem, Owner, WaitingRow } from './work-kinds.ts';
import { ownersOf, peopleFor } from './work-owners.ts';
import { OwnerReader, ownersFollowFrom, type Rule } from './work-rules.ts';

/** How many rows are compared at once. */
const rowsAtOnce = 5000;
const touchedAtOnce = 1000;
/** How long somebody who asks what waits is kept waiting for rows that were written, in milliseconds. */
const patience = 4000;
/** After how long all rows are looked at though nothing is known to have changed. */
const wholeAfter = hour;
const none = sql<null>`null::bigint`;

/**
 * Keeps an item for each row that waits: opens it with its owner and due time by rule, follows the row, and ends it when it waits no
 * longer. Written rows are noted in the transaction that writes them, and looked at before anybody is shown what waits. A sweep looks at
 * those that time alone makes wait, and at all rows when owners follow from something else than before, or an hour has passed.
 */
export class WorkItems implements WorkRecord {
  readonly kinds: readonly ItemWork[];
  readonly #database: Database;
  readonly #notices: Pick<Notices, 'tell' | 'settle'>;
  /** The run of `catchUp` under way. */
  #running: Promise<void> | undefined;
  /** When all rows were looked at last, and what owners followed from then. */
  #whole: { readonly basis: string; readonly at: number } | undefined;

  constructor(database: Database, notices: Pick<Notices, 'tell' | 'settle'>, work: readonly WaitingWork[]) {
    this.#database = database;
    this.#notices = notices;
    this.kinds = work.filter((one): one is ItemWork => one.items !== undefined);
  }

  /** Looks at the rows that were written since the last time: each is noted in its own transaction. */
  async catchUp(): Promise<void> {
    for (let count = touchedAtOnce; count === touchedAtOnce; ) {
      const [any] = await this.#database.sql`select from work_touched limit 1`;
      if (!any) return;
      count = await this.#database.sql.begin(async (writer) => {
        const rows = await writer<{ subject: string; subject_id: number }[]>`
          delete from work_touched where id in (
            select id from work_touched order by id limit ${touchedAtOnce} for update skip locked)
          returning subject, subject_id`;
        for (const [table, own] of Map.groupBy(rows, ({ subject }) => subject))
          await this.#changed(writer, table, [...new Set(own.map(({ subject_id }) => subject_id))]);
        return rows.length;
      });
    }
  }

  /**
   * Catches up before somebody is shown what waits, but keeps nobody waiting for long: what takes longer goes on behind, and what is
   * known is shown meanwhile. Those who ask at the same time share a run.
   */
  async caughtUp(): Promise<void> {
    // A run under way may have passed what was just written.
    const run = this.#running ? this.#running.catch(() => undefined).then(() => this.#run()) : this.#run();
    const late = new AbortController();
    // What fails here fails in the sweep, too, which reports it.
    const done = run.catch(() => undefined);
    const tooLong = pause(patience, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
    await Promise.race([done, tooLong]).finally(() => late.abort());
  }

  #run(): Promise<void> {
    this.#running ??= this.catchUp().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #changed(writer: Writer, table: string, ids: readonly number[]): Promise<void> {
    const kinds = this.kinds.filter(({ items }) => items.table === table);
    if (kinds.length === 0) return;
    const reader = new OwnerReader(this.#database.db, writer);
    const rules = await reader.rules();
    for (const kind of kinds) {
      const rows = await this.#rows(writer, kind, (query) => query.where(idOf(kind), 'in', ids));
      const open = await this.#open(writer, kind, sql`subject_id = any(${[...ids]}::bigint[])`);
      await this.#follow(writer, kind, reader, rules.get(kind.name), rows, open);
    }
  }

  /** Follows the rows that no trigger tells of. */
  async sweep(): Promise<void> {
    await this.catchUp();
    const [basis, at] = [await ownersFollowFrom(this.#database.sql), Date.now()];
    const isWhole = this.#whole?.basis !== basis || at - this.#whole.at > wholeAfter;
    for (const kind of this.kinds) {
      if (isWhole || kind.items.byTime) await this.#database.sql.begin((writer) => this.#followAll(writer, kind));
    }
    if (isWhole) this.#whole = { basis, at };
  }

  async #followAll(writer: Writer, kind: ItemWork): Promise<void> {
    const reader = new OwnerReader(this.#database.db, writer);
    const rule = (await reader.rules()).get(kind.name);
    for (let after = 0; ; ) {
      const rows = await this.#rows(writer, kind, (query) =>
        query.where(idOf(kind), '>', after).orderBy(idOf(kind)).limit(rowsAtOnce),
      );
      const isLast = rows.length < rowsAtOnce;
      const last = rows.at(-1)?.subject_id ?? after;
      const open = await this.#open(
        writer,
        kind,
        isLast ? sql`subject_id > ${after}` : sql`subject_id > ${after} and subject_id <= ${last}`,
      );
      await this.#follow(writer, kind, reader, rule, rows, open);
      if (isLast) return;
      after = last;
    }
  }

  async #follow(
    writer: Writer,
    kind: ItemWork,
    reader: OwnerReader,
    rule: Rule | undefined,
    rows: readonly WaitingRow[],
    open: readonly OpenItem[],
  ): Promise<void> {
    const itemOf = new Map(open.map((item) => [item.subject_id, item]));
    const owners = await ownersOf(kind, reader, rule, rows);
    const changes: ItemChange[] = [];
    for (const row of rows) {
      const item = itemOf.get(row.subject_id);
      itemOf.delete(row.subject_id);
      const since = item?.since ?? row.since ?? new Date();
      const due = rule?.due_hours ? new Date(since.getTime() + rule.due_hours * hour) : row.due;
      const owner = owners(row, item);
      if (!item) changes.push({ kind: 'open', row, since, due, ...owner });
      else if (differs(item, row, due, owner)) changes.push({ kind: 'change', item, row, due, ...owner });
    }
    for (const item of itemOf.values()) changes.push({ kind: 'end', item });
    await writeItems({ writer, db: this.#database.db, notices: this.#notices }, kind, rule, changes);
  }

  async #rows(
    writer: Writer,
    { items, due }: ItemWork,
    narrow: (rows: ReturnType<WaitingItems['rows']>) => ReturnType<WaitingItems['rows']>,
  ): Promise<WaitingRow[]> {
    const owner = items.ownerColumn ? sql.ref<number | null>(`${items.table}.${items.ownerColumn}`) : none;
    const query = narrow(items.rows(this.#database.db as Kysely<Schema>)).select([
      sql<number>`${sql.ref(`${items.table}.id`)}`.as('subject_id'),
      items.what.as('what'),
      (items.since ?? sql<Date | null>`null::timestamptz`).as('since'),
      (due ?? sql<Date | null>`null::timestamptz`).as('due'),
      owner.as('owner'),
      (items.warehouse ?? none).as('warehouse'),
      (items.aboutDealer ?? none).as('about_dealer'),
      (items.dealer ?? none).as('dealer'),
      (items.factory ?? none).as('factory'),
      (items.except ?? none).as('except'),
      (typeof items.usualOwner === 'object' ? items.usualOwner : none).as('usual'),
    ]);
    return readBy<WaitingRow>(writer, query.compile());
  }

  async peopleOf(writer: Writer, name: WaitingName, id: number): Promise<Told> {
    const kind = this.kinds.find((one) => one.name === name);
    const [row] = kind ? await this.#rows(writer, kind, (query) => query.where(idOf(kind), '=', id)) : [];
    return kind && row ? peopleFor(kind, new OwnerReader(this.#database.db, writer), row) : [];
  }

  #open(writer: Writer, { name }: ItemWork, which: RawBuilder<unknown>): Promise<OpenItem[]> {
    return readBy<OpenItem>(
      writer,
      sql`
        select id, subject_id, what, since, due_at, owner_id, role_id, except_id, by_person from work_item
        where waiting = ${name} and ended_at is null and ${which}`.compile(this.#database.db),
    );
  }

  async waitingFor(account: Account): Promise<readonly WaitingCount[]> {
    await this.caughtUp();
    const names = this.kinds.filter(({ permission, items }) =>
      holds(account, [items.unowned?.permission ?? permission]),
    );
    const rows = await this.#database.db
      .selectFrom(waitingItems(this.#database.db, account, names).as('w'))
      .select(({ fn }) => [
        'w.waiting',
        'w.owned',
        fn.countAll<number>().as('count'),
        sql<number>`count(case when w.due_at < now() then 1 end)`.as('overdue'),
      ])
      .groupBy(['w.waiting', 'w.owned'])
      .execute();
    const kindOf = new Map(this.kinds.map((kind) => [kind.name, kind]));
    const counts = new Map<WaitingName, { count: number; overdue: number }>();
    for (const { waiting: name, owned, count, overdue } of rows) {
      const shown = owned ? name : (kindOf.get(name)?.items.unowned?.name ?? name);
      const sum = counts.get(shown) ?? { count: 0, overdue: 0 };
      counts.set(shown, { count: sum.count + Number(count), overdue: sum.overdue + Number(overdue) });
    }
    return Array.from(counts, ([name, { count, overdue }]) => ({
      name,
      count: Math.min(count, maxWaiting),
      overdue: Math.min(overdue, maxWaiting),
    }));
  }
}

const idOf = ({ items }: ItemWork) => sql.ref<number>(`${items.table}.id`);

const differs = (item: OpenItem, row: WaitingRow, due: Date | null, { owner, role }: Owner): boolean =>
  item.owner_id !== owner ||
  item.role_id !== role ||
  item.except_id !== row.except ||
  item.due_at?.getTime() !== due?.getTime() ||
  item.what !== (row.what ?? `${row.subject_id}`);

/** The items that wait for an account, each with whether it is somebody's. */
function waitingItems(db: Kysely<Schema>, account: Account, kinds: readonly ItemWork[]) {
  const roles = [...account.role_ids];
  const seen = kinds.map(({ name }) => name);
  const party = account.party;
  let query = db
    .selectFrom('work_item as i')
    .select(['i.id', 'i.waiting', 'i.due_at'])
    .select(sql<boolean>`i.owner_id is not null or i.role_id is not null`.as('owned'))
    .where('i.ended_at', 'is', null)
    .where((eb) => {
      const whose = [eb('i.owner_id', '=', account.id), eb('i.escalated_account_id', '=', account.id)];
      const notOwn = eb.or([eb('i.except_id', 'is', null), eb('i.except_id', '<>', account.id)]);
      if (roles.length > 0) {
        whose.push(eb.and([eb('i.role_id', 'in', roles), eb('i.owner_id', 'is', null), notOwn]));
        whose.push(eb('i.escalated_role_id', 'in', roles));
      }
      if (seen.length > 0) {
        const free = [eb('i.waiting', 'in', seen), eb('i.owner_id', 'is', null), eb('i.role_id', 'is', null)];
        const ofParty = party
          ? eb(`i.${party.kind}_id`, '=', party.id)
          : eb.or([
              eb('i.party_only', '=', false),
              eb.and([eb('i.dealer_id', 'is', null), eb('i.factory_id', 'is', null)]),
            ]);
        whose.push(eb.and([...free, notOwn, ofParty]));
      }
      return eb.or(whose);
    });
  if (party) query = query.where(`i.${party.kind}_id`, '=', party.id);
  return query;
}
