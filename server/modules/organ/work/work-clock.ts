import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Connection } from '#platform/database/driver/sql.ts';
import { executedBy } from '#platform/database/statements/either-writer.ts';
import type { Notices } from '#platform/notices/notices.ts';
import type { Told } from '#platform/notices/told.ts';
import { aboutOf, keepSteps, leadsOf } from './item-changes.ts';
import type { ItemWork } from './work-kinds.ts';
import { OwnerReader, type Rule } from './work-rules.ts';

/** How many items are looked at in one transaction. */
const atOnce = 500;
/** How long what is done is kept, in days. */
const daysKept = 730;

interface Late {
  readonly id: number;
  readonly subject_id: number;
  readonly what: string;
  readonly due_at: Date;
  readonly owner_id: number | null;
  readonly role_id: number | null;
  readonly about_dealer_id: number | null;
}

interface Overdue extends Late {
  readonly dealer_id: number | null;
  readonly factory_id: number | null;
  readonly party_only: boolean;
}

/** Says what is overdue to its owner, and to whom a rule escalates it some hours later. Each once for a due time. */
export class WorkClock {
  readonly #database: Database;
  readonly #notices: Pick<Notices, 'tell'>;
  readonly #kinds: readonly ItemWork[];

  constructor(database: Database, notices: Pick<Notices, 'tell'>, kinds: readonly ItemWork[]) {
    this.#database = database;
    this.#notices = notices;
    this.#kinds = kinds;
  }

  async sweep(): Promise<void> {
    for (const kind of this.#kinds) {
      await this.#database.sql.begin(async (writer) => {
        const reader = new OwnerReader(this.#database.db, writer);
        await this.#remind(writer, kind, reader);
        const rule = (await reader.rules()).get(kind.name);
        if (rule?.escalate_by) await this.#escalate(writer, kind, reader, rule);
      });
    }
    await this.#database.sql`
      delete from work_item where ended_at < now() - make_interval(days => ${daysKept})`;
  }

  async #remind(writer: Connection, kind: ItemWork, reader: OwnerReader): Promise<void> {
    const late = await writer<Overdue[]>`
      update work_item set overdue_at = ${new Date()} where id in (
        select id from work_item where waiting = ${kind.name} and ended_at is null and due_at < now() and overdue_at is null
        order by due_at limit ${atOnce} for update skip locked)
      returning id, subject_id, what, due_at, owner_id, role_id, about_dealer_id, dealer_id, factory_id, party_only`;
    await this.#keep(writer, late, 'overdue');
    for (const [, own] of Map.groupBy(late, (one) =>
      [one.owner_id, one.role_id, one.dealer_id, one.factory_id].join(' '),
    )) {
      const [first] = own as [Overdue];
      const to = first.owner_id
        ? [first.owner_id]
        : first.role_id
          ? await reader.holdersOf(first.role_id)
          : peopleOf(kind, first);
      await this.#tell(writer, 'work_overdue', to, kind, own);
    }
  }

  async #escalate(writer: Connection, kind: ItemWork, reader: OwnerReader, rule: Rule): Promise<void> {
    const late = await writer<Late[]>`
      update work_item set escalated_at = ${new Date()}, escalated_role_id = ${rule.escalate_role_id},
        escalated_account_id = ${rule.escalate_account_id}
      where id in (
        select id from work_item where waiting = ${kind.name} and ended_at is null and escalated_at is null
          and due_at < ${new Date(Date.now() - (rule.escalate_hours ?? 0) * 3_600_000)}::timestamptz
        order by due_at limit ${atOnce} for update skip locked)
      returning id, subject_id, what, due_at, owner_id, role_id, about_dealer_id`;
    if (late.length === 0) return;
    if (rule.escalate_by !== 'dealer_manager') {
      await this.#keep(writer, late, 'escalated', {
        owner_id: rule.escalate_account_id,
        role_id: rule.escalate_role_id,
      });
      const to = rule.escalate_account_id
        ? [rule.escalate_account_id]
        : await reader.holdersOf(rule.escalate_role_id as number);
      await this.#tell(writer, 'work_escalated', to, kind, late);
      return;
    }
    const managers = await reader.managers(late.flatMap(({ about_dealer_id }) => about_dealer_id ?? []));
    for (const [manager, own] of Map.groupBy(
      late,
      ({ about_dealer_id }) => managers.get(about_dealer_id ?? 0) ?? null,
    )) {
      const ids = own.map(({ id }) => id);
      await executedBy(
        writer,
        sql`update work_item set escalated_account_id = ${manager} where id = any(${ids}::bigint[])`.compile(
          this.#database.db,
        ),
      );
      await this.#keep(writer, own, 'escalated', { owner_id: manager, role_id: null });
      await this.#tell(writer, 'work_escalated', manager === null ? [] : [manager], kind, own);
    }
  }

  async #tell(
    writer: Connection,
    notice: 'work_overdue' | 'work_escalated',
    to: Told,
    kind: ItemWork,
    items: readonly Late[],
  ): Promise<void> {
    const [first] = items as [Late];
    if ('length' in to && to.length === 0) return;
    await this.#notices.tell(writer, to, {
      kind: notice,
      params: { waiting: kind.name, what: first.what, count: items.length },
      leads: leadsOf(kind, items),
      about: aboutOf(first.id),
      due: first.due_at,
      cause: `${notice}:${first.id}:${first.due_at.toISOString()}`,
    });
  }

  #keep(
    writer: Connection,
    items: readonly Late[],
    step: 'overdue' | 'escalated',
    to?: { readonly owner_id: number | null; readonly role_id: number | null },
  ): Promise<void> {
    return keepSteps(
      { writer, db: this.#database.db },
      items.map(({ id, owner_id, role_id }) => ({ id, step, owner_id, role_id, ...to })),
    );
  }
}

/** What nobody of a party took over is for all of its people who may do it; that of the enterprise waits to be given to somebody. */
function peopleOf({ permission }: ItemWork, { dealer_id, factory_id, party_only }: Overdue): Told {
  if (party_only && dealer_id) return { holding: permission, of: { kind: 'dealer', id: dealer_id } };
  return party_only && factory_id ? { holding: permission, of: { kind: 'factory', id: factory_id } } : [];
}
