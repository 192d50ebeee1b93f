import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { dealerAccount } from '@suyuan/contract/inspect/case/deposit.ts';
import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { currencyOf, moneyOf } from '../money.ts';

/** So many months are shown of a dealer's risk. */
const months = 12;

interface Sums {
  readonly deposit: string;
  readonly agreed: string;
  readonly paid: string;
  readonly open_cases: number;
  readonly open_warnings: number;
}

interface Month {
  readonly month: string;
  readonly warnings: number;
  readonly cases: number;
  readonly seen: number;
  readonly diverted: number;
}

/** What the enterprise has with a dealer: its deposit, its settlements, and its warnings and cases by month. */
export async function accountOf(
  db: Kysely<Schema>,
  timeZone: string,
  dealerId: number,
): Promise<OutputOf<typeof dealerAccount>> {
  const currency = await currencyOf(db);
  const { rows: sums } = await ksql<Sums>`
    select
      (select coalesce(sum(amount), 0)::text from deposit_movement
        where dealer_id = ${dealerId} and currency = ${currency}) as deposit,
      (select coalesce(sum(amount), 0)::text from dealer_settlement
        where dealer_id = ${dealerId} and currency = ${currency} and status = 'agreed') as agreed,
      (select coalesce(sum(amount), 0)::text from dealer_settlement
        where dealer_id = ${dealerId} and currency = ${currency} and status in ('paid', 'closed')) as paid,
      (select count(*)::int from inspect_case where dealer_id = ${dealerId} and status = 'open') as open_cases,
      (select count(*)::int from consumer_warning where dealer_id = ${dealerId} and status <> 'settled') as open_warnings`.execute(
    db,
  );
  const { deposit = '0', agreed = '0', paid = '0', open_cases = 0, open_warnings = 0 } = sums[0] ?? {};
  return {
    currency,
    deposit: moneyOf(deposit),
    agreed: moneyOf(agreed),
    paid: moneyOf(paid),
    ...{ open_cases, open_warnings },
    months: await monthsOf(db, timeZone, dealerId),
  };
}

/** The last months, with zeros where nothing was. What counts as diverted is what the diversion report counts. */
async function monthsOf(db: Kysely<Schema>, zone: string, dealerId: number): Promise<Month[]> {
  const since = ksql`(date_trunc('month', now() at time zone ${zone}) - make_interval(months => ${months - 1}))`;
  const monthOf = (column: string) => ksql`to_char(${ksql.ref(column)} at time zone ${zone}, 'YYYY-MM')`;
  const { rows } = await ksql<Month>`
    select month, safe_integer(sum(warnings)) as warnings, safe_integer(sum(cases)) as cases,
      safe_integer(sum(seen)) as seen, safe_integer(sum(diverted)) as diverted
    from (
      select to_char(m, 'YYYY-MM') as month, 0 as warnings, 0 as cases, 0::bigint as seen, 0 as diverted
      from generate_series(${since}, ${since} + make_interval(months => ${months - 1}), interval '1 month') as m
      union all
      select ${monthOf('w.fired_at')}, 1, 0, 0, 0 from consumer_warning w
      where w.dealer_id = ${dealerId} and w.fired_at >= ${since} at time zone ${zone}
        and w.outcome is distinct from 'false_alarm'
      union all
      select ${monthOf('w.seen_at')}, 0, 0, 0, 1 from consumer_warning w
      where w.dealer_id = ${dealerId} and w.rule = 'outside_area' and w.seen_at >= ${since} at time zone ${zone}
        and w.outcome is distinct from 'false_alarm'
      union all
      select ${monthOf('k.created_at')}, 0, 1, 0, 0 from inspect_case k
      where k.dealer_id = ${dealerId} and k.created_at >= ${since} at time zone ${zone}
      union all
      select to_char(s.day, 'YYYY-MM'), 0, 0, s.codes, 0 from market_sighting s
      where s.dealer_id = ${dealerId} and s.day >= ${since}
    ) counted
    group by 1 order by 1`.execute(db);
  return rows;
}
