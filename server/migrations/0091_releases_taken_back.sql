-- Releases of lots that were taken back.

create table lot_release_taken_back (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lot,
  release text not null check (release in ('quality', 'market')),
  released_by bigint not null references account,
  released_at timestamptz not null,
  taken_back_by bigint not null references account,
  taken_back_at timestamptz not null default now(),
  reason text not null
);
create index lot_release_taken_back_lot on lot_release_taken_back (lot_id);
