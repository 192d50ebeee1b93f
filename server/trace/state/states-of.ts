import type { Connection } from '#platform/database/database.ts';
import { tellActedStates } from './acted-states.ts';
import { type EventsUpwards, readCodeEvents } from './code-events.ts';
import type { CodeState } from './code-state.ts';
import { orderedSets } from './ordered-sets.ts';
import { readSetEvents } from './set-events.ts';

/**
 * The state of each code that was issued, with the same number of queries for one code and for ten thousand. Orders are
 * disjoint ranges, so only the last one that begins at or before an id can cover it; the same holds for segments, which say
 * what became of a range since it was ordered. `read` are the rows of events, if they were read already.
 */
export async function statesOf(
  sql: Connection,
  codeIds: readonly number[],
  read?: Promise<EventsUpwards>,
): Promise<Map<number, CodeState>> {
  if (codeIds.length === 0) return new Map();
  const inOrder = codeIds.toSorted((a, b) => a - b);
  const [rows, events] = await Promise.all([issuedStates(sql, codeIds), read ?? readCodeEvents(sql, inOrder)]);
  const states = new Map(rows.map(({ set_id: _, ...state }) => [state.code_id, state]));
  const sets = await orderedSets(sql, [...new Set(rows.flatMap(({ set_id }) => set_id ?? []))]);
  await tellActedStates(
    sql,
    states,
    { ...events, sets: await readSetEvents(sql, [...inOrder, ...events.above], sets) },
    sets,
  );
  return states;
}

/** The state by order and segment alone, and the set that the code belongs to. */
interface IssuedState extends CodeState {
  readonly set_id: number | null;
}

const issuedStates = (sql: Connection, codeIds: readonly number[]) => sql<IssuedState[]>`
    select c.code_id, o.rule_id, o.id as order_id, o.order_no, o.created_at as issued_at, coalesce(o.closed_at, s.updated_at) as changed_at,
      case
        when o.status = 'closed' or s.closure_id is not null then 'void'
        when coalesce(s.product_id, o.product_id) is null then 'issued'
        else 'bound'
      end as state,
      o.status = 'closed' or s.closure_id is not null as closed, p.id as product_id, p.product_code, p.product_name, p.gtin, p.spec,
      s.lot, to_char(s.production_date, 'YYYY-MM-DD') as production_date,
      'issued' as life, null as last_act, null as expiry_date, null as made_at, null as packed_at, null as shipped_at, null as shipped_to, null as parent,
      null as lot_id, null as place_id, false as lost, r.level, null as units, o.set_id
    from unnest(${codeIds as number[]}::bigint[]) as c (code_id)
    cross join lateral (
      select * from code_order where first_id <= c.code_id order by first_id desc limit 1
    ) o
    left join lateral (
      select * from code_segment where first_id <= c.code_id order by first_id desc limit 1
    ) s on s.last_id >= c.code_id
    join code_rule r on r.id = o.rule_id
    left join product p on p.id = coalesce(s.product_id, o.product_id)
    where o.last_id >= c.code_id`;
