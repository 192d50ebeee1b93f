import type { Permission } from '@suyuan/contract/menu.ts';
import { exceptionDueWithin } from '@suyuan/contract/trace/due.ts';
import {
  type ExceptionKindName,
  type ExceptionScreen,
  exceptionKinds,
  kindsOn,
} from '@suyuan/contract/trace/exception.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { containing } from '#platform/lists/list.ts';
import type { Notices } from '#platform/notices/notices.ts';
import type { Services } from '#platform/services.ts';

/** An exception, and who might own it: those who keep the warehouse or made the order that it is about. */
interface Raised {
  readonly id: number;
  readonly code: string | null;
  readonly source_name: string;
  readonly system_keeper: number | null;
  readonly sender_keeper: number | null;
  readonly receiver_keeper: number | null;
  readonly return_keeper: number | null;
  readonly order_maker: number | null;
  /** The parties that see it besides the enterprise. */
  readonly factories: readonly (number | null)[];
  readonly dealer_id: number | null;
}

interface Candidate {
  readonly id: number;
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
}

/**
 * Gives new exceptions the time until which they are to be settled, and their owner: the keeper of the warehouse that the system,
 * waybill or return is of, or else the person who made the work order; but only one who may see and settle them. The owner is notified.
 */
export async function giveOwners(
  sql: Connection,
  notices: Pick<Notices, 'tell'> | undefined,
  kind: ExceptionKindName,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const due = new Date(Date.now() + exceptionDueWithin[kind] * 3_600_000).toISOString();
  await sql`update exception set due_at = ${due}::timestamptz where id = any(${ids as number[]}::bigint[])`;
  const raised = await raisedOf(sql, ids);
  const able = await ableAmong(sql, kind, [...new Set(raised.flatMap(candidatesOf))]);
  const byOwner = Map.groupBy(raised, (one) => candidatesOf(one).find((id) => maySee(able.get(id), one)));
  for (const [owner, own] of byOwner) {
    if (owner === undefined) continue;
    const ownIds = own.map(({ id }) => id);
    await sql`update exception set owner_id = ${owner} where id = any(${ownIds}::bigint[])`;
    const [first] = own as [Raised];
    const query = ownIds.length === 1 ? { detail: `${first.id}` } : { owner_id: `${owner}`, status: 'open' };
    await notices?.tell(sql, [owner], {
      kind: 'exception_raised',
      params: { what: first.code ?? first.source_name, count: ownIds.length },
      leads: exceptionKinds[kind].map((screen) => ({ screen, query: `${new URLSearchParams(query)}` })),
    });
  }
}

const candidatesOf = (one: Raised): number[] =>
  [one.system_keeper, one.sender_keeper, one.return_keeper, one.receiver_keeper, one.order_maker].flatMap(
    (id) => id ?? [],
  );

/** People of a party see what came from its systems, and factories what concerns their work orders. */
function maySee(person: Candidate | undefined, { factories, dealer_id }: Raised): boolean {
  if (!person) return false;
  if (person.factory_id !== null) return factories.includes(person.factory_id);
  return person.dealer_id === null || person.dealer_id === dealer_id;
}

const raisedOf = (sql: Connection, ids: readonly number[]) => sql<Raised[]>`
  select e.id, e.code, e.source_name, system_w.keeper_id as system_keeper, from_w.keeper_id as sender_keeper,
    to_w.keeper_id as receiver_keeper, return_w.keeper_id as return_keeper, o.created_by as order_maker,
    array[system_w.factory_id, o.factory_id] as factories, system_w.dealer_id
  from exception e
  left join device_key k on k.id = e.device_key_id
  left join waybill b on e.source = 'document' and lower(b.waybill_no) = lower(e.source_name)
  left join refund r on e.source = 'document' and lower(r.refund_no) = lower(e.source_name)
  left join work_order o on o.id = e.work_order_id
  left join warehouse system_w on system_w.id = k.warehouse_id
  left join warehouse from_w on from_w.id = b.from_warehouse_id
  left join warehouse to_w on to_w.id = b.to_warehouse_id
  left join warehouse return_w on return_w.id = r.warehouse_id
  where e.id = any(${ids as number[]}::bigint[]) order by e.id`;

/** Enabled accounts that may settle exceptions of this kind on one of its screens. */
async function ableAmong(
  sql: Connection,
  kind: ExceptionKindName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Candidate>> {
  if (ids.length === 0) return new Map();
  const permissions: Permission[] = exceptionKinds[kind].map((screen) => `${screen}:settle` as const);
  const rows = await sql<Candidate[]>`
    select a.id, a.factory_id, a.dealer_id from account a
    where a.id = any(${ids as number[]}::bigint[]) and a.status = 'enabled' and (a.administrator or exists (
      select from role_permission p where p.permission = any(${permissions}::text[]) and (
        p.role_id in (select role_id from account_role where account_id = a.id)
        or p.role_id in (select role_id from position_role where position_id = a.position_id)
      )))`;
  return new Map(rows.map((row) => [row.id, row]));
}

const maxChoices = 50;

/**
 * Serves the people to choose an owner from: those that match the keyword, with the person `id` first. Whoever assigns exceptions
 * chooses among people who may handle them; others, who may only look for exceptions of somebody, among those who own some.
 */
export function serveOwners({ routes }: Services, screen: ExceptionScreen): void {
  routes.serve(screen.owners, async ({ keyword = '', id = 0 }, { account, db }: Caller<Account>) => {
    const pattern = containing(keyword);
    const assigns = holds(account, [`${screen.key}:assign`]);
    const rows = await db
      .selectFrom('account')
      .select(['id', 'name', 'account_name'])
      .where(assigns ? handles(screen) : owns(screen))
      .where((eb) =>
        eb.or([
          eb('id', '=', id),
          eb.and([
            ...(assigns ? [eb('status', '=', 'enabled')] : []),
            // Dealers assign exceptions to their own people; nobody else assigns them to people of dealers.
            ...(account.party?.kind === 'dealer' ? [] : [eb('dealer_id', 'is', null)]),
            eb.or([eb('name', 'ilike', pattern), eb('account_name', 'ilike', pattern)]),
          ]),
        ]),
      )
      .orderBy((eb) => eb('id', '=', id), 'desc')
      .orderBy('name')
      .orderBy('id')
      .limit(maxChoices)
      .execute();
    return rows.map(({ account_name, ...row }) => ({ ...row, account_name: assigns ? account_name : null }));
  });
}

type OfAccount = (eb: ExpressionBuilder<Schema, 'account'>) => Expression<SqlBool>;

/** People who may settle exceptions of a screen, by a role of their own or of their position. */
const handles =
  ({ key }: ExceptionScreen): OfAccount =>
  (eb) => {
    const roles = eb.selectFrom('role_permission').select('role_id').where('permission', '=', `${key}:settle`);
    return eb.or([
      eb('administrator', '=', true),
      eb('id', 'in', eb.selectFrom('account_role').select('account_id').where('role_id', 'in', roles)),
      eb('position_id', 'in', eb.selectFrom('position_role').select('position_id').where('role_id', 'in', roles)),
    ]);
  };

/** People who own exceptions that the caller may see. */
const owns =
  ({ key }: ExceptionScreen): OfAccount =>
  (eb) => {
    const owners = eb.selectFrom('exception').select('owner_id').where('kind', 'in', kindsOn(key));
    return eb('id', 'in', owners.where('owner_id', 'is not', null).$castTo<{ owner_id: number }>());
  };
