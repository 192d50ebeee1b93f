-- Licences, permits and contracts of dealers, suppliers and factories, with the day on which they end.
create table certificate (
  id bigint generated always as identity primary key,
  certificate_no text not null,
  kind text not null check (kind in ('business', 'production', 'trade', 'system', 'authorisation', 'contract', 'other')),
  holder text not null check (holder in ('dealer', 'supplier', 'factory')),
  dealer_id bigint references dealer check ((holder = 'dealer') = (dealer_id is not null)),
  supplier_id bigint references packaging_supplier check ((holder = 'supplier') = (supplier_id is not null)),
  factory_id bigint references factory check ((holder = 'factory') = (factory_id is not null)),
  issuer text,
  valid_from date,
  valid_until date check (valid_until >= valid_from),
  remind_days integer not null default 30 check (remind_days between 1 and 730),
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  remark text,
  search_text text not null default '',
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index certificate_code_key on certificate (lower(certificate_no));
create index certificate_search on certificate using gin (search_grams);
create index certificate_created on certificate (created_at desc, id desc);
create index certificate_updated on certificate (updated_at desc, id desc);
create index certificate_by_no on certificate (certificate_no, id);
create index certificate_ends on certificate (valid_until, id);
create index certificate_dealer on certificate (dealer_id, valid_until) where dealer_id is not null;
create index certificate_supplier on certificate (supplier_id, valid_until) where supplier_id is not null;
create index certificate_factory on certificate (factory_id, valid_until) where factory_id is not null;

-- Their files, byte for byte.
create table certificate_file (
  certificate_id bigint primary key references certificate on delete cascade,
  name text not null,
  media_type text not null,
  hash text not null,
  content bytea not null,
  added_by bigint not null references account,
  added_at timestamptz not null default now()
);

create trigger work after insert or delete or update on certificate for each row execute function note_work();

-- Whether goods leave for a dealer one of whose certificates has ended.
alter table enterprise add column ended_certificates text not null default 'warn';
alter table enterprise add constraint enterprise_ended_certificates_check check (ended_certificates in ('warn', 'refuse'));
