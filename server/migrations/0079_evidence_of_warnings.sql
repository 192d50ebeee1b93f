-- A warning keeps what its rule saw each time it fired, and not the first time alone: up to 50 times.
alter table consumer_warning add column firings jsonb not null default '[]';
-- A cluster takes no function of columns in an update that depends on the session, as times in JSON do.
create temporary table first_firings as
  select id, jsonb_build_array(jsonb_build_object('at', fired_at, 'figures', figures, 'version', param_version)) as firings
  from consumer_warning;
update consumer_warning w set firings = f.firings from first_firings f where f.id = w.id;
drop table first_firings;

-- When the visit was seen by which it fired first: what it is a share of is counted on that day.
alter table consumer_warning add column seen_at timestamptz;
update consumer_warning set seen_at = fired_at where seen_at is null;
alter table consumer_warning alter column seen_at set not null;
create index consumer_warning_seen on consumer_warning (seen_at);

-- Whether the place that a consumer gave is among those where codes were seen.
alter table scan_place add column sighted boolean not null default false;

-- Codes that were seen on the day in another province before: by province they count, in all they do not count twice.
alter table market_sighting add column also bigint not null default 0;
