-- What a partner sends and gets, as JSON Schemas of an event.
alter table partner
  add column sends text not null default '',
  add column gets text not null default '',
  add column profile_in jsonb,
  add column profile_out jsonb;
