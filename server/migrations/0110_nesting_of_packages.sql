-- Whether packages of a relation hold only what is of the level below, or anything smaller.
alter table hierarchy add column nesting text not null default 'next_level';
alter table hierarchy add constraint hierarchy_nesting_check check (nesting in ('next_level', 'any_level'));
