import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { type SortColumn, unsorted } from '../pages/position.ts';

const number = '^-?\\d+(\\.\\d+)?$';
/** Days that there are, of months of 31 and 30 days, and of February: anything else that looks like a moment is a text. */
const days = [
  '\\d{4}-(0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])',
  '\\d{4}-(0[469]|11)-(0[1-9]|[12]\\d|30)',
  '\\d{4}-02-(0[1-9]|1\\d|2[0-8])',
  '(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29',
];
const clock = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,40})?(Z|[+-](0\\d|1[0-3]):[0-5]\\d|[+-]14:00)';
const moment = `^(?!0000)(${days.join('|')})T${clock}$`;

/**
 * An extension of captured events `e` as a text that sorts as its values do: numbers first, by their size, then moments, then other texts
 * by their code points. It is taken from the facts of the event, of several values the first.
 */
export function extensionOrder(sql: Connection, names: readonly string[]): SortColumn {
  const value = sql`coalesce((
    select case
        when t.text ~ ${number} then ${numberText(sql)}
        when t.text ~ ${moment} then '3' || to_char(t.text::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
        else '4' || t.text
      end
    from (
      select substr(f.fact, length(b.beginning) + 1) as text
      from unnest(e.facts) with ordinality f (fact, place)
        join unnest(${names.map((name) => `${name}=`)}::text[]) b (beginning) on starts_with(f.fact, b.beginning)
      order by f.place limit 1
    ) t), ${unsorted}::text) collate "C"`;
  return { value, type: 'text' };
}

/**
 * A decimal without needless zeros: how many digits its whole part has, and then its digits. Of negative ones, all of it is turned
 * round.
 */
const numberText = (sql: Connection): Fragment => sql`
  case when t.text like '-%'
    then '1' || (999 - length(split_part(substr(t.text, 2), '.', 1)))::text
      || translate(substr(t.text, 2), '0123456789', '9876543210') || '~'
    else '2' || lpad(length(split_part(t.text, '.', 1))::text, 3, '0') || t.text
  end`;
