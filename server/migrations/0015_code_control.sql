-- Which codes labels were made of, and whether these tell what the codes were bound to: such codes stay bound.
alter table code_download
  add column first_id bigint,
  add column last_id bigint,
  add column names_binding boolean not null default false;
create index code_download_labels on code_download (first_id) where names_binding;

-- The characters at each place of an import's codes, by their length: what a rule made later must not be able to issue.
create table imported_shape (
  import_id bigint not null references code_import on delete cascade,
  code_length smallint not null,
  -- A string for each place.
  characters text[] not null,
  primary key (import_id, code_length)
);

-- Imports from before there were shapes.
insert into imported_shape (import_id, code_length, characters)
select import_id, code_length, array_agg(characters order by place)
from (
  select i.id as import_id, length(c.code) as code_length, place, string_agg(distinct substr(c.code, place, 1), '') as characters
  from code_import i
  join imported_code t on t.code_id >= i.first_id and t.code_id < i.first_id + i.accepted
  cross join lateral (select substring(t.text from '[0-9A-Za-z]+$') as code) c
  cross join lateral generate_series(1, length(c.code)) as place
  where i.state in ('read', 'taken') and length(c.code) <= 64
  group by i.id, length(c.code), place
) places
group by import_id, code_length;
