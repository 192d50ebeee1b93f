-- What queries of events sort by: the first of the facts of an event that begins as one of `beginnings`, as a text that sorts as its values
-- do: numbers first, by their size, then moments, then other texts. Empty if there is none.
create function epcis_order(facts text[], beginnings text[]) returns text language sql immutable parallel safe as $$
  select coalesce((
    select case
        -- A decimal without needless zeros: how many digits its whole part has, and then its digits; of negative ones, all turned round.
        when t.text ~ '^-\d+(\.\d+)?$'
          then '1' || lpad((999999999 - length(split_part(substr(t.text, 2), '.', 1)))::text, 9, '0')
            || translate(substr(t.text, 2), '0123456789', '9876543210') || '~'
        when t.text ~ '^\d+(\.\d+)?$' then '2' || lpad(length(split_part(t.text, '.', 1))::text, 9, '0') || t.text
        -- A day that there is: of months of 31 and 30 days, and of February.
        when t.text ~ ('^(?!0000)(\d{4}-(0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|\d{4}-(0[469]|11)-(0[1-9]|[12]\d|30)'
            || '|\d{4}-02-(0[1-9]|1\d|2[0-8])|(\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)'
            || 'T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,40})?(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)$')
          then '3' || to_char(t.text::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
        else '4' || t.text
      end
    from (
      select substr(f.fact, length(b.beginning) + 1) as text
      from unnest(facts) with ordinality f (fact, place) join unnest(beginnings) b (beginning) on starts_with(f.fact, b.beginning)
      order by f.place limit 1
    ) t), '')
$$;
