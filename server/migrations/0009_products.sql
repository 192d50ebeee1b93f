-- Products and what describes them: brands, packaging units, packaging relations, extension fields, pictures.

-- Every single character of a text and every pair of neighbours, without spaces: what a search for any part of it looks
-- up in an index. Two Chinese characters make a word, so the trigrams of pg_trgm would not find it.
create function search_grams(searched text) returns tsvector
language sql immutable strict parallel safe
as $$
  select array_to_tsvector(array(
    select gram
    from (
      select letter, letter || lead(letter) over (order by place) as pair
      from unnest(string_to_array(searched, null)) with ordinality as letters (letter, place)
    ) as pairs, lateral (values (letter), (pair)) as grams (gram)
    where strpos(gram, ' ') = 0
  ))
$$;

create table picture (
  -- SHA-256 of the file as it was sent.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now()
);

-- A long file that is being brought in. The lines are in the server that has it; where that stops, nothing was written.
create table import_job (
  id uuid primary key,
  account_id bigint not null references account on delete cascade,
  total integer not null,
  done integer not null default 0,
  report jsonb,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index import_job_started on import_job (started_at);

create table brand (
  id bigint generated always as identity primary key,
  brand_code text not null,
  brand_name text not null,
  parent_id bigint references brand check (parent_id <> id),
  logo text references picture,
  sort integer not null default 0,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index brand_code_key on brand (lower(brand_code));
create index brand_parent on brand (parent_id);

create table packaging_unit (
  id bigint generated always as identity primary key,
  unit_code text not null,
  -- 1 is what is sold singly; a unit holds units of lower levels.
  level smallint not null check (level between 1 and 5),
  symbol_zh text not null,
  symbol_en text,
  symbol_es text,
  symbol_ja text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index packaging_unit_code_key on packaging_unit (lower(unit_code));

-- Which unit holds how many of which. A version that was used stays as it was; a change makes the next one.
create table hierarchy (
  id bigint generated always as identity primary key,
  hierarchy_code text not null,
  hierarchy_name text not null,
  -- The one that is in force.
  version integer not null default 1,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index hierarchy_code_key on hierarchy (lower(hierarchy_code));

create table hierarchy_version (
  hierarchy_id bigint not null references hierarchy on delete cascade,
  version integer not null,
  created_at timestamptz not null default now(),
  primary key (hierarchy_id, version)
);

-- From the smallest unit outwards; each holds so many of the one before it.
create table hierarchy_level (
  hierarchy_id bigint not null,
  version integer not null,
  position smallint not null check (position between 1 and 5),
  unit_id bigint not null references packaging_unit,
  quantity integer not null check (quantity >= 1),
  primary key (hierarchy_id, version, position),
  constraint hierarchy_level_unit_key unique (hierarchy_id, version, unit_id),
  constraint hierarchy_level_version_fkey foreign key (hierarchy_id, version)
    references hierarchy_version on delete cascade,
  check (position > 1 or quantity = 1)
);
create index hierarchy_level_unit on hierarchy_level (unit_id);

-- What else an enterprise wants to say of its products.
create table product_field (
  id bigint generated always as identity primary key,
  field_code text not null,
  label_zh text not null,
  label_en text,
  label_es text,
  label_ja text,
  kind text not null check (kind in ('text', 'number', 'date', 'choice', 'picture')),
  choices text[] not null default '{}',
  required boolean not null default false,
  shown_to_consumers boolean not null default false,
  sort integer not null default 0,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'choice') = (cardinality(choices) > 0))
);
create unique index product_field_code_key on product_field (lower(field_code));

alter table product
  add column brand_id bigint references brand,
  add column unit_id bigint references packaging_unit,
  add column hierarchy_id bigint references hierarchy,
  add column category text,
  add column shelf_life_days integer check (shelf_life_days >= 1),
  add column pictures text[] not null default '{}',
  -- What consumers read: sanitised HTML by language.
  add column description jsonb not null default '{}',
  -- Values of extension fields by the field's code.
  add column extension jsonb not null default '{}',
  add column search_text text not null default '',
  add column search_grams tsvector generated always as (search_grams(search_text)) stored;
create index product_brand on product (brand_id, created_at desc, id desc);
create index product_unit on product (unit_id);
create index product_hierarchy on product (hierarchy_id);
create index product_category on product (category, created_at desc, id desc);
create index product_status on product (status, created_at desc, id desc);
create index product_by_code on product (product_code, id);
create index product_by_name on product (product_name, id);
create index product_by_gtin on product (gtin, id);
create index product_by_change on product (updated_at, id);
create index product_extension on product using gin (extension);
create index product_search on product using gin (search_grams);
