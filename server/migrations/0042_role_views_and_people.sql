-- What a role sees, for an administrator who looks: a session of their own that reads only, and ends with the one it was
-- opened from. And what people show of themselves.

alter table session
  add column parent_id bigint,
  add column viewed_role_id bigint;
alter table session add constraint session_parent_id_fkey
  foreign key (parent_id) references session (id) on delete cascade;
alter table session add constraint session_viewed_role_id_fkey
  foreign key (viewed_role_id) references role on delete cascade;
alter table session add constraint session_view check ((parent_id is null) = (viewed_role_id is null));
create index session_parent on session (parent_id) where parent_id is not null;
create index session_viewed_role on session (viewed_role_id) where viewed_role_id is not null;

alter table account
  add column avatar text,
  add column introduction text not null default '';
alter table account add constraint account_avatar_fkey foreign key (avatar) references picture (hash);
create index account_avatar on account (avatar) where avatar is not null;

-- Shown as a group in the sidebar even with a single screen in it.
alter table menu_setting add column always_show boolean not null default false;
