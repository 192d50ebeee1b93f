-- Which transaction changed last what roles, positions and menus allow. Every call reads it in the snapshot in which it reads its
-- session: what a server found out about rights holds as long as it is the same.
create table rights_version (
  is_only boolean primary key default true check (is_only),
  version xid8 not null
);
insert into rights_version (version) values (pg_current_xact_id());

-- One such change waits for the end of another from here on: called at the end of a transaction, so that it holds nothing while it waits.
create function rights_changed() returns trigger language plpgsql as $$
begin
  update rights_version set version = pg_current_xact_id() where version <> pg_current_xact_id();
  return null;
end
$$;

create constraint trigger rights_changed after insert or update or delete on role
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on role_permission
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on account_role
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on position_role
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on menu_setting
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on menu_button
  deferrable initially deferred for each row execute function rights_changed();
