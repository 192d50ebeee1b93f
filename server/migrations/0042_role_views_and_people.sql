-- What a role sees, for an administrator who looks: a session of their own that reads only, and ends with the one it was
-- opened from. And what people show of themselves.

alter table session
  add column parent_id bigint references session (id) on delete cascade,
  add column viewed_role_id bigint references role on delete cascade,
  add constraint session_view check ((parent_id is null) = (viewed_role_id is null));
create index session_parent on session (parent_id) where parent_id is not null;
create index session_viewed_role on session (viewed_role_id) where viewed_role_id is not null;

alter table account
  add column avatar text references picture (hash),
  add column introduction text not null default '';
create index account_avatar on account (avatar) where avatar is not null;

-- Shown as a group in the sidebar even with a single screen in it.
alter table menu_setting add column always_show boolean not null default false;
