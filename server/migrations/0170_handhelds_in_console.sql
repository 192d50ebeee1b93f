-- What the console does with handhelds: it ends the session of a person on one, keeps it locked, and sends a message.
alter table session add column device uuid;
create index session_device on session (device) where device is not null;

alter table handheld add column locked_at timestamptz;
alter table handheld add column message text;
alter table handheld add column message_at timestamptz;
alter table handheld add column message_read_at timestamptz;
alter table handheld add column last_error text;
