-- The language in which a party is written to; that of whoever prints, if it is not known.
alter table dealer add column language text;
alter table dealer add constraint dealer_language_check check (language in ('zh', 'en', 'es', 'ja'));
alter table factory add column language text;
alter table factory add constraint factory_language_check check (language in ('zh', 'en', 'es', 'ja'));
