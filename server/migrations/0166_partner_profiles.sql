-- What a partner sends and gets, as JSON Schemas of an event.
alter table partner
  add column sends text,
  add column gets text,
  add column profile_in text,
  add column profile_out text;
