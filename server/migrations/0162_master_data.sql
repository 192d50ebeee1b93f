-- Master data that came with documents at /epcis, the last of each thing.
create table epcis_vocabulary (
  -- The identifier in its canonical form.
  uri text collate "C" not null,
  type text not null,
  -- The identifiers of what lies below it.
  children text[] not null,
  -- Each attribute by its name, and once more with its value.
  attributes text[] not null,
  primary key (uri, type)
);
create index epcis_vocabulary_attributes on epcis_vocabulary using gin (attributes);
