-- The consumer's side: where a bottle was bought, how long addresses are kept, and the page that is shown.

create index consumer_scan_product on consumer_scan (product_id, scanned_at desc, id desc) where product_id is not null;
-- What is worth looking into is rare among scans.
create index consumer_scan_suspicious on consumer_scan (verdict, scanned_at desc, id desc)
  where verdict in ('unbound', 'void', 'unknown');

-- What a consumer said of where it was bought: once a scan, which is a code and how often it had been asked for.
create table scan_place (
  code_id bigint not null,
  nth bigint not null,
  place text not null,
  -- Rounded to a hundredth of a degree, about a kilometre.
  latitude numeric(4, 2),
  longitude numeric(5, 2),
  told_at timestamptz not null,
  primary key (code_id, nth),
  check ((latitude is null) = (longitude is null))
);
create index scan_place_told on scan_place (told_at);

-- Networks that asked for more unknown codes than people mistype, and how often they were sent away since.
create table scan_guessing (
  network text primary key,
  first_at timestamptz not null,
  last_at timestamptz not null,
  refused bigint not null
);
create index scan_guessing_last on scan_guessing (last_at desc);

-- Up to when scans have lost what may tell a person.
create table scan_privacy (
  one boolean primary key default true check (one),
  forgotten_until timestamptz not null
);
insert into scan_privacy (forgotten_until) values ('2000-01-01');

-- What the consumer page looks like: for a product, else for its brand or one above it, else for everything.
create table scan_template (
  id bigint generated always as identity primary key,
  template_name text not null,
  product_id bigint references product,
  brand_id bigint references brand,
  draft jsonb not null,
  -- What consumers see; null until something was published.
  published_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (product_id is null or brand_id is null)
);
create unique index scan_template_name_key on scan_template (lower(template_name));
create unique index scan_template_scope_key on scan_template (coalesce(product_id, 0), coalesce(brand_id, 0));

create table scan_template_version (
  template_id bigint not null references scan_template on delete cascade,
  version integer not null,
  design jsonb not null,
  published_by bigint references account,
  published_at timestamptz not null default now(),
  primary key (template_id, version)
);

create table carousel_picture (
  id bigint generated always as identity primary key,
  title text not null,
  picture text not null references picture,
  link text,
  sort integer not null default 0,
  shown_from timestamptz,
  shown_to timestamptz,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (shown_from < shown_to)
);
