-- What an import of codes would take is told by form, before it is taken.
alter table code_import add column forms jsonb not null default '[]';
