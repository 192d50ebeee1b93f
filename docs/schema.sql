-- The schema after all migrations, for reading. Made by `npm test -- unit server/platform/migrate/schema.test.ts -u`.

CREATE OR REPLACE FUNCTION public.audit_image(row_image jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_object_agg(key, case
    when key ~ '(password|secret|token|ticket|sealed)' and jsonb_typeof(value) in ('string', 'array')
      then to_jsonb('••• ' || left(encode(sha256(convert_to(value #>> '{}', 'UTF8')), 'hex'), 8))
    else value end)
  from jsonb_each(row_image)
$function$;

CREATE OR REPLACE FUNCTION public.epcis_order(facts text[], beginnings text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce((
    select case
        -- A decimal without needless zeros: how many digits its whole part has, and then its digits; of negative ones, all turned round.
        when t.text ~ '^-\d+(\.\d+)?$'
          then '1' || lpad((999999999 - length(split_part(substr(t.text, 2), '.', 1)))::text, 9, '0')
            || translate(substr(t.text, 2), '0123456789', '9876543210') || '~'
        when t.text ~ '^\d+(\.\d+)?$' then '2' || lpad(length(split_part(t.text, '.', 1))::text, 9, '0') || t.text
        -- A day that there is: of months of 31 and 30 days, and of February.
        when t.text ~ ('^(?!0000)(\d{4}-(0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|\d{4}-(0[469]|11)-(0[1-9]|[12]\d|30)'
            || '|\d{4}-02-(0[1-9]|1\d|2[0-8])|(\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)'
            || 'T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,40})?(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)$')
          then '3' || to_char(t.text::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
        else '4' || t.text
      end
    from (
      select substr(f.fact, length(b.beginning) + 1) as text
      from unnest(facts) with ordinality f (fact, place) join unnest(beginnings) b (beginning) on starts_with(f.fact, b.beginning)
      order by f.place limit 1
    ) t), '')
$function$;

CREATE OR REPLACE FUNCTION public.is_localised(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select jsonb_typeof(value) = 'object' and not jsonb_path_exists(value,
    '$.keyvalue() ? (!(@.key like_regex "^[a-z]{2}$") || @.value.type() != "string" || @.value like_regex "^\\s*$")')
$function$;

CREATE OR REPLACE FUNCTION public.is_localised_list(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select jsonb_typeof(value) = 'object' and not jsonb_path_exists(value,
    '$.keyvalue() ? (!(@.key like_regex "^[a-z]{2}$") || @.value.type() != "array" || @.value.size() == 0
      || exists (@.value[*] ? (@.type() != "string" || @ like_regex "^\\s*$")))')
$function$;

CREATE OR REPLACE FUNCTION public.next_free_number(prefix text, sequence text, in_table text, in_column text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  counted bigint;
  number text;
  taken boolean;
begin
  loop
    counted := nextval(sequence::regclass);
    number := prefix || lpad(counted::text, greatest(6, length(counted::text)), '0');
    execute format('select exists (select from %I where lower(%I) = lower($1))', in_table, in_column) into taken using number;
    if not taken then
      return number;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into work_touched (subject, subject_id)
  values (regexp_replace(tg_table_name, '_\d{6,}$', ''), coalesce(new.id, old.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.rights_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update rights_version set version = pg_current_xact_id() where version <> pg_current_xact_id();
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.safe_integer(amount numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when amount between -9007199254740991 and 9007199254740991 then amount::bigint
    else (sign(amount) * 9007199254740991)::bigint
  end
$function$;

CREATE OR REPLACE FUNCTION public.search_grams(searched text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array_to_tsvector(array(
    select gram
    from (
      select letter, letter || lead(letter) over (order by place) as pair
      from unnest(string_to_array(searched, null)) with ordinality as letters (letter, place)
    ) as pairs, lateral (values (letter), (pair)) as grams (gram)
    where strpos(gram, ' ') = 0
  ))
$function$;

CREATE OR REPLACE FUNCTION public.warehouses_within(top bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE STRICT
AS $function$
  with recursive within as (
    select id from warehouse where id = top
    union
    select w.id from warehouse w join within i on w.parent_id = i.id
  )
  select id from within
$function$;

create table access_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  account_id bigint not null,
  account_name text not null,
  ip text not null,
  call text not null,
  result text not null,
  input json,
  codes bigint,
  unknown bigint,
  times bigint not null default 1,
  refused_in timestamp with time zone,
  sha256 text,
  constraint access_log_account_id_call_refused_in_key UNIQUE (account_id, call, refused_in),
  constraint access_log_pkey PRIMARY KEY (id),
  constraint access_log_result_check CHECK ((result = ANY (ARRAY['begun'::text, 'answered'::text, 'refused'::text, 'failed'::text]))),
  constraint access_log_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX access_log_account ON access_log USING btree (lower(account_name), id DESC);
CREATE INDEX access_log_at ON access_log USING btree (at);
CREATE INDEX access_log_files ON access_log USING btree (id DESC) WHERE (sha256 IS NOT NULL);
CREATE INDEX access_log_result ON access_log USING btree (result, id DESC);

create table account (
  id bigint not null generated always as identity,
  account_name text not null,
  account_type smallint not null,
  name text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  administrator boolean not null default false,
  status text not null default 'enabled'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  factory_id bigint,
  dealer_id bigint,
  two_step_secret_sealed bytea,
  two_step_since timestamp with time zone,
  two_step_last bigint,
  recovery_secrets text[] not null default '{}'::text[],
  department_id bigint,
  position_id bigint,
  phone text,
  email text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  avatar text,
  introduction text not null default ''::text,
  key_of bigint,
  partner_id bigint,
  constraint account_avatar_fkey FOREIGN KEY (avatar) REFERENCES picture(hash),
  constraint account_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint account_department_id_fkey FOREIGN KEY (department_id) REFERENCES department(id),
  constraint account_factory_id_fkey FOREIGN KEY (factory_id) REFERENCES factory(id),
  constraint account_key_of_fkey FOREIGN KEY (key_of) REFERENCES account(id),
  constraint account_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_position_fkey FOREIGN KEY (position_id, department_id) REFERENCES "position"(id, department_id),
  constraint account_account_type_check CHECK ((account_type = ANY (ARRAY[1, 2, 3]))),
  constraint account_administrator_enterprise CHECK (((NOT administrator) OR (account_type = 1))),
  constraint account_department_enterprise CHECK (((department_id IS NULL) OR (account_type = 1))),
  constraint account_key CHECK (
CASE
    WHEN (key_of IS NULL) THEN (partner_id IS NULL)
    ELSE ((status = 'disabled'::text) AND (NOT administrator))
END),
  constraint account_party CHECK ((((account_type = 2) = (factory_id IS NOT NULL)) AND ((account_type = 3) = ((dealer_id IS NOT NULL) OR (partner_id IS NOT NULL))) AND ((dealer_id IS NULL) OR (partner_id IS NULL)))),
  constraint account_position_department CHECK (((position_id IS NULL) OR (department_id IS NOT NULL))),
  constraint account_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint account_two_step CHECK (((two_step_since IS NULL) OR (two_step_secret_sealed IS NOT NULL)))
);
CREATE INDEX account_avatar ON account USING btree (avatar) WHERE (avatar IS NOT NULL);
CREATE INDEX account_created ON account USING btree (created_at DESC, id DESC);
CREATE INDEX account_dealer ON account USING btree (dealer_id);
CREATE INDEX account_department ON account USING btree (department_id);
CREATE INDEX account_factory ON account USING btree (factory_id);
CREATE INDEX account_key_of ON account USING btree (key_of) WHERE (key_of IS NOT NULL);
CREATE UNIQUE INDEX account_name_key ON account USING btree (lower(account_name));
CREATE INDEX account_position ON account USING btree (position_id);
CREATE INDEX account_search ON account USING gin (search_grams);

create table account_role (
  account_id bigint not null,
  role_id bigint not null,
  constraint account_role_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint account_role_pkey PRIMARY KEY (account_id, role_id),
  constraint account_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE,
  constraint rights_changed TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX account_role_role ON account_role USING btree (role_id);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON account_role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table act_batch (
  source text not null,
  batch_key text not null,
  answer jsonb not null,
  taken_at timestamp with time zone not null default now(),
  call text not null default ''::text,
  fingerprint bytea,
  constraint act_batch_pkey PRIMARY KEY (source, batch_key, call)
);
CREATE INDEX act_batch_taken ON act_batch USING btree (taken_at);

create table act_reading (
  id smallint not null,
  read_until timestamp with time zone not null,
  constraint act_reading_pkey PRIMARY KEY (id),
  constraint act_reading_id_check CHECK ((id = 1))
);

create table act_span (
  id bigint not null generated always as identity,
  work_order_id bigint not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint act_span_pkey PRIMARY KEY (id),
  constraint act_span_time_check CHECK ((begins_at <= ends_at))
);
CREATE INDEX act_span_order ON act_span USING btree (work_order_id, begins_at);

create table api_key (
  id bigint not null generated always as identity,
  account_id bigint not null,
  name text not null,
  permissions text[] not null,
  networks text[] not null default '{}'::text[],
  expires_at timestamp with time zone,
  secret_hash bytea not null,
  hint text not null,
  old_secret_hash bytea,
  old_until timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint api_key_account_id_key UNIQUE (account_id),
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_check CHECK (((old_secret_hash IS NULL) = (old_until IS NULL)))
);
CREATE UNIQUE INDEX api_key_name_key ON api_key USING btree (lower(name)) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX api_key_old_secret ON api_key USING btree (old_secret_hash) WHERE (old_secret_hash IS NOT NULL);
CREATE UNIQUE INDEX api_key_secret ON api_key USING btree (secret_hash);

create table api_key_day (
  api_key_id bigint not null,
  day date not null,
  calls bigint not null default 0,
  refused bigint not null default 0,
  constraint api_key_day_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id) ON DELETE CASCADE,
  constraint api_key_day_pkey PRIMARY KEY (api_key_id, day)
);

create table api_key_use (
  api_key_id bigint not null,
  last_used_at timestamp with time zone not null,
  last_used_ip text not null,
  constraint api_key_use_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id) ON DELETE CASCADE,
  constraint api_key_use_pkey PRIMARY KEY (api_key_id)
);

create table arrival_count (
  id bigint not null generated always as identity,
  waybill_id bigint not null,
  begun_by bigint not null,
  begun_at timestamp with time zone not null default now(),
  completed_by bigint,
  completed_at timestamp with time zone,
  recounts integer not null default 0,
  seal jsonb,
  signed_by bigint,
  signed_at timestamp with time zone,
  constraint arrival_count_begun_by_fkey FOREIGN KEY (begun_by) REFERENCES account(id),
  constraint arrival_count_completed_by_fkey FOREIGN KEY (completed_by) REFERENCES account(id),
  constraint arrival_count_pkey PRIMARY KEY (id),
  constraint arrival_count_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES account(id),
  constraint arrival_count_waybill_id_fkey FOREIGN KEY (waybill_id) REFERENCES waybill(id)
);
CREATE UNIQUE INDEX arrival_count_open ON arrival_count USING btree (waybill_id) WHERE (signed_at IS NULL);
CREATE INDEX arrival_count_waybill ON arrival_count USING btree (waybill_id);

create table arrival_difference (
  id bigint not null generated always as identity,
  waybill_id bigint not null,
  kind text not null,
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  units integer not null,
  at timestamp with time zone not null default now(),
  constraint arrival_difference_pkey PRIMARY KEY (id),
  constraint arrival_difference_waybill_id_fkey FOREIGN KEY (waybill_id) REFERENCES waybill(id),
  constraint arrival_difference_kind_check CHECK ((kind = ANY (ARRAY['missing'::text, 'damaged'::text, 'over'::text, 'broken_seal'::text])))
);
CREATE INDEX arrival_difference_at ON arrival_difference USING btree (at);
CREATE INDEX arrival_difference_waybill ON arrival_difference USING btree (waybill_id);

create table arrival_scan (
  id bigint not null generated always as identity,
  count_id bigint not null,
  waybill_id bigint not null,
  code bigint,
  text text not null,
  verdict text not null,
  other_waybill_id bigint,
  above bigint[] not null default '{}'::bigint[],
  inside_of bigint,
  units integer not null default 0,
  goods jsonb not null default '[]'::jsonb,
  condition text not null default 'good'::text,
  note text,
  pictures text[] not null default '{}'::text[],
  sent_key text,
  scanned_by bigint not null,
  scanned_at timestamp with time zone not null default now(),
  constraint arrival_scan_count_id_fkey FOREIGN KEY (count_id) REFERENCES arrival_count(id) ON DELETE CASCADE,
  constraint arrival_scan_inside_of_fkey FOREIGN KEY (inside_of) REFERENCES arrival_scan(id) ON DELETE SET NULL,
  constraint arrival_scan_pkey PRIMARY KEY (id),
  constraint arrival_scan_scanned_by_fkey FOREIGN KEY (scanned_by) REFERENCES account(id),
  constraint arrival_scan_waybill_id_fkey FOREIGN KEY (waybill_id) REFERENCES waybill(id),
  constraint arrival_scan_condition_check CHECK ((condition = ANY (ARRAY['good'::text, 'damaged'::text, 'broken_seal'::text]))),
  constraint arrival_scan_verdict_check CHECK ((verdict = ANY (ARRAY['expected'::text, 'other_waybill'::text, 'not_shipped'::text, 'unknown'::text])))
);
CREATE UNIQUE INDEX arrival_scan_code ON arrival_scan USING btree (count_id, code) WHERE (code IS NOT NULL);
CREATE INDEX arrival_scan_count ON arrival_scan USING btree (count_id, id);
CREATE INDEX arrival_scan_inside ON arrival_scan USING btree (inside_of) WHERE (inside_of IS NOT NULL);

create table audit_change (
  audit_id bigint not null,
  position integer not null,
  thing text not null,
  thing_id text not null,
  before jsonb,
  after jsonb,
  constraint audit_change_pkey PRIMARY KEY (audit_id, "position")
);
CREATE INDEX audit_change_thing ON audit_change USING btree (thing, thing_id, audit_id DESC);

create table audit_check (
  id bigint not null generated always as identity,
  checked_at timestamp with time zone not null default now(),
  records bigint not null,
  problems bigint not null,
  constraint audit_check_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_check_time ON audit_check USING btree (checked_at DESC);

create table audit_head (
  one boolean not null default true,
  last_id bigint not null,
  mac text not null,
  constraint audit_head_pkey PRIMARY KEY (one),
  constraint audit_head_one_check CHECK (one)
);

create table audit_log (
  id bigint not null,
  at timestamp with time zone not null,
  account_id bigint not null,
  account_name text not null,
  ip text not null,
  call text not null,
  input json not null,
  changes integer not null,
  changes_digest text not null,
  previous_mac text not null,
  mac text not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_account ON audit_log USING btree (account_id, id DESC);
CREATE INDEX audit_log_at ON audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_call ON audit_log USING btree (call, id DESC);
CREATE INDEX audit_log_ip ON audit_log USING btree (ip text_pattern_ops, id DESC);
CREATE INDEX audit_log_name ON audit_log USING btree (lower(account_name), id DESC);

create table backup (
  id bigint not null generated always as identity,
  is_scheduled boolean not null,
  file text not null,
  host_name text not null,
  server_id uuid,
  state text not null default 'running'::text,
  began_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  bytes bigint,
  rows bigint,
  sha256 text,
  failure text,
  constraint backup_pkey PRIMARY KEY (id),
  constraint backup_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX backup_began ON backup USING btree (began_at);

create table brand (
  id bigint not null generated always as identity,
  brand_code text not null,
  brand_name text not null,
  parent_id bigint,
  logo text,
  sort integer not null default 0,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint brand_logo_fkey FOREIGN KEY (logo) REFERENCES picture(hash),
  constraint brand_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES brand(id),
  constraint brand_pkey PRIMARY KEY (id),
  constraint brand_check CHECK ((parent_id <> id)),
  constraint brand_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX brand_code_key ON brand USING btree (lower(brand_code));
CREATE INDEX brand_parent ON brand USING btree (parent_id);

create table capture_commit (
  seq bigint not null generated always as identity,
  everything boolean not null default false,
  codes int8multirange not null default '{}'::int8multirange,
  waiting_orders bigint[] not null default '{}'::bigint[],
  committed_at timestamp with time zone not null default now(),
  constraint capture_commit_pkey PRIMARY KEY (seq)
);
CREATE INDEX capture_commit_time ON capture_commit USING btree (committed_at);

create table carousel_picture (
  id bigint not null generated always as identity,
  title text not null,
  picture text not null,
  link text,
  sort integer not null default 0,
  shown_from timestamp with time zone,
  shown_to timestamp with time zone,
  status text not null default 'enabled'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint carousel_picture_picture_fkey FOREIGN KEY (picture) REFERENCES picture(hash),
  constraint carousel_picture_pkey PRIMARY KEY (id),
  constraint carousel_picture_check CHECK ((shown_from < shown_to)),
  constraint carousel_picture_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);

create table case_step (
  id bigint not null generated always as identity,
  case_id bigint not null,
  step text not null,
  text text,
  by_id bigint not null,
  at timestamp with time zone not null default now(),
  constraint case_step_by_id_fkey FOREIGN KEY (by_id) REFERENCES account(id),
  constraint case_step_case_id_fkey FOREIGN KEY (case_id) REFERENCES inspect_case(id),
  constraint case_step_pkey PRIMARY KEY (id),
  constraint case_step_step_check CHECK ((step = ANY (ARRAY['added'::text, 'updated'::text, 'note'::text, 'warnings_added'::text, 'warnings_removed'::text, 'linked'::text, 'unlinked'::text, 'task_given'::text, 'task_finished'::text, 'task_withdrawn'::text, 'settlement_added'::text, 'closed'::text, 'reopened'::text])))
);
CREATE INDEX case_step_case ON case_step USING btree (case_id, id);

create table certificate (
  id bigint not null generated always as identity,
  certificate_no text not null,
  kind text not null,
  holder text not null,
  dealer_id bigint,
  supplier_id bigint,
  factory_id bigint,
  issuer text,
  valid_from date,
  valid_until date,
  remind_days integer not null default 30,
  status text not null default 'enabled'::text,
  remark text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint certificate_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint certificate_factory_id_fkey FOREIGN KEY (factory_id) REFERENCES factory(id),
  constraint certificate_pkey PRIMARY KEY (id),
  constraint certificate_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES packaging_supplier(id),
  constraint certificate_check CHECK (((holder = 'dealer'::text) = (dealer_id IS NOT NULL))),
  constraint certificate_check1 CHECK (((holder = 'supplier'::text) = (supplier_id IS NOT NULL))),
  constraint certificate_check2 CHECK (((holder = 'factory'::text) = (factory_id IS NOT NULL))),
  constraint certificate_check3 CHECK ((valid_until >= valid_from)),
  constraint certificate_holder_check CHECK ((holder = ANY (ARRAY['dealer'::text, 'supplier'::text, 'factory'::text]))),
  constraint certificate_kind_check CHECK ((kind = ANY (ARRAY['business'::text, 'production'::text, 'trade'::text, 'system'::text, 'authorisation'::text, 'contract'::text, 'other'::text]))),
  constraint certificate_remind_days_check CHECK (((remind_days >= 1) AND (remind_days <= 730))),
  constraint certificate_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE INDEX certificate_by_no ON certificate USING btree (certificate_no, id);
CREATE UNIQUE INDEX certificate_code_key ON certificate USING btree (lower(certificate_no));
CREATE INDEX certificate_created ON certificate USING btree (created_at DESC, id DESC);
CREATE INDEX certificate_dealer ON certificate USING btree (dealer_id, valid_until) WHERE (dealer_id IS NOT NULL);
CREATE INDEX certificate_ends ON certificate USING btree (valid_until, id);
CREATE INDEX certificate_factory ON certificate USING btree (factory_id, valid_until) WHERE (factory_id IS NOT NULL);
CREATE INDEX certificate_search ON certificate USING gin (search_grams);
CREATE INDEX certificate_supplier ON certificate USING btree (supplier_id, valid_until) WHERE (supplier_id IS NOT NULL);
CREATE INDEX certificate_updated ON certificate USING btree (updated_at DESC, id DESC);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE ON certificate FOR EACH ROW EXECUTE FUNCTION note_work();

create table certificate_file (
  certificate_id bigint not null,
  name text not null,
  media_type text not null,
  hash text not null,
  content bytea not null,
  added_by bigint not null,
  added_at timestamp with time zone not null default now(),
  constraint certificate_file_added_by_fkey FOREIGN KEY (added_by) REFERENCES account(id),
  constraint certificate_file_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificate(id) ON DELETE CASCADE,
  constraint certificate_file_pkey PRIMARY KEY (certificate_id)
);

create table code_binding (
  id bigint not null generated always as identity,
  kind text not null,
  order_id bigint,
  quantity bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  product_id bigint,
  lot text,
  production_date date,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  work_order_id bigint,
  constraint code_binding_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint code_binding_order_id_fkey FOREIGN KEY (order_id) REFERENCES code_order(id),
  constraint code_binding_pkey PRIMARY KEY (id),
  constraint code_binding_kind_check CHECK ((kind = ANY (ARRAY['bind'::text, 'unbind'::text])))
);
CREATE INDEX code_binding_order ON code_binding USING btree (order_id, id DESC);

create table code_closure (
  id bigint not null generated always as identity,
  closure_no text not null,
  order_id bigint,
  scope text not null,
  quantity bigint not null,
  reason text not null,
  status text not null default 'closed'::text,
  closed_by bigint not null,
  closed_at timestamp with time zone not null default now(),
  reopen_reason text,
  asked_by bigint,
  asked_at timestamp with time zone,
  decided_by bigint,
  decided_at timestamp with time zone,
  constraint code_closure_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES account(id),
  constraint code_closure_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  constraint code_closure_closure_no_key UNIQUE (closure_no),
  constraint code_closure_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  constraint code_closure_order_id_fkey FOREIGN KEY (order_id) REFERENCES code_order(id),
  constraint code_closure_pkey PRIMARY KEY (id),
  constraint code_closure_check CHECK (((status = 'reopened'::text) <= ((asked_by IS NOT NULL) AND (decided_by IS NOT NULL) AND (asked_by <> decided_by)))),
  constraint code_closure_scope_check CHECK ((scope = ANY (ARRAY['order'::text, 'range'::text, 'list'::text]))),
  constraint code_closure_status_check CHECK ((status = ANY (ARRAY['closed'::text, 'reopen_asked'::text, 'reopened'::text])))
);
CREATE INDEX code_closure_asked ON code_closure USING btree (asked_at) WHERE (status = 'reopen_asked'::text);
CREATE INDEX code_closure_order ON code_closure USING btree (order_id);
CREATE INDEX code_closure_time ON code_closure USING btree (closed_at DESC, id DESC);

create table code_download (
  id uuid not null,
  order_id bigint not null,
  account_id bigint not null,
  format text not null,
  compress text not null,
  state text not null,
  ticket_hash bytea,
  ticket_expires_at timestamp with time zone,
  sent bigint not null default 0,
  ip text not null,
  started_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  part_id bigint,
  columns text not null default 'code'::text,
  purpose text,
  sha256 text,
  first_id bigint,
  last_id bigint,
  names_binding boolean not null default false,
  session_id bigint,
  reprint text,
  constraint code_download_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint code_download_order_id_fkey FOREIGN KEY (order_id) REFERENCES code_order(id),
  constraint code_download_part_id_fkey FOREIGN KEY (part_id) REFERENCES code_part(id) ON DELETE SET NULL,
  constraint code_download_pkey PRIMARY KEY (id),
  constraint code_download_ticket_hash_key UNIQUE (ticket_hash),
  constraint code_download_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'broken'::text])))
);
CREATE INDEX code_download_labels ON code_download USING btree (first_id) WHERE names_binding;
CREATE INDEX code_download_order ON code_download USING btree (order_id, started_at DESC);

create table code_import (
  id bigint not null generated always as identity,
  file_name text not null,
  state text not null,
  first_id bigint,
  read_lines bigint not null default 0,
  accepted bigint not null default 0,
  repeated bigint not null default 0,
  known bigint not null default 0,
  refused bigint not null default 0,
  first_text text,
  last_text text,
  order_id bigint,
  created_by bigint not null,
  started_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  job_id uuid,
  forms jsonb not null default '[]'::jsonb,
  constraint code_import_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint code_import_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id) ON DELETE SET NULL,
  constraint code_import_order_id_fkey FOREIGN KEY (order_id) REFERENCES code_order(id),
  constraint code_import_pkey PRIMARY KEY (id),
  constraint code_import_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'reading'::text, 'read'::text, 'taken'::text, 'discarded'::text, 'broken'::text])))
);
CREATE UNIQUE INDEX code_import_order_key ON code_import USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX code_import_reading_key ON code_import USING btree (state) WHERE (state = 'reading'::text);

create table code_import_problem (
  import_id bigint not null,
  line bigint not null,
  content text not null,
  reason text not null,
  constraint code_import_problem_import_id_fkey FOREIGN KEY (import_id) REFERENCES code_import(id) ON DELETE CASCADE,
  constraint code_import_problem_pkey PRIMARY KEY (import_id, line)
);

create table code_lease (
  id bigint not null generated always as identity,
  work_order_id bigint not null,
  code_order_id bigint not null,
  level smallint not null,
  first_id bigint not null,
  last_id bigint not null,
  device_key_id bigint,
  leased_at timestamp with time zone not null default now(),
  returned bigint not null default 0,
  constraint code_lease_apart EXCLUDE USING gist (int8range(first_id, ((last_id - returned) + 1)) WITH &&),
  constraint code_lease_code_order_id_fkey FOREIGN KEY (code_order_id) REFERENCES code_order(id),
  constraint code_lease_pkey PRIMARY KEY (id),
  constraint code_lease_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id),
  constraint code_lease_check CHECK ((last_id >= first_id)),
  constraint code_lease_check1 CHECK (((returned >= 0) AND (returned <= ((last_id - first_id) + 1))))
);
CREATE INDEX code_lease_code_order ON code_lease USING btree (code_order_id, last_id);
CREATE INDEX code_lease_order ON code_lease USING btree (work_order_id);

create table code_order (
  id bigint not null generated always as identity,
  order_no text not null,
  rule_id integer not null,
  product_id bigint,
  quantity bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  purpose text,
  status text not null default 'open'::text,
  close_reason text,
  closed_at timestamp with time zone,
  closed_by bigint,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  set_id bigint,
  set_depth smallint,
  printer text,
  search_text text generated always as (lower(order_no)) stored,
  search_grams tsvector generated always as (search_grams(lower(order_no))) stored,
  genuine_from text not null default 'issued'::text,
  constraint code_order_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  constraint code_order_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint code_order_first_id_key UNIQUE (first_id),
  constraint code_order_order_no_key UNIQUE (order_no),
  constraint code_order_pkey PRIMARY KEY (id),
  constraint code_order_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint code_order_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES code_rule(id),
  constraint code_order_set_depth_key UNIQUE (set_id, set_depth),
  constraint code_order_set_id_fkey FOREIGN KEY (set_id) REFERENCES code_set(id),
  constraint code_order_check CHECK ((last_id = ((first_id + quantity) - 1))),
  constraint code_order_check1 CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint code_order_genuine_from_check CHECK ((genuine_from = ANY (ARRAY['issued'::text, 'bound'::text, 'packed'::text, 'shipped'::text, 'received'::text]))),
  constraint code_order_quantity_check CHECK ((quantity > 0)),
  constraint code_order_set CHECK (((set_id IS NULL) = (set_depth IS NULL))),
  constraint code_order_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX code_order_by_number ON code_order USING btree (lower(order_no));
CREATE INDEX code_order_created ON code_order USING btree (created_at DESC, id DESC);
CREATE INDEX code_order_product ON code_order USING btree (product_id);
CREATE INDEX code_order_rule ON code_order USING btree (rule_id);
CREATE INDEX code_order_search ON code_order USING gin (search_grams);

create table code_part (
  id bigint not null generated always as identity,
  order_id bigint not null,
  position integer not null,
  first_id bigint not null,
  last_id bigint not null,
  printer text,
  constraint code_part_order_id_fkey FOREIGN KEY (order_id) REFERENCES code_order(id),
  constraint code_part_order_id_position_key UNIQUE (order_id, "position"),
  constraint code_part_pkey PRIMARY KEY (id),
  constraint code_part_check CHECK ((last_id >= first_id))
);

create table code_rule (
  id integer not null generated always as identity,
  rule_name text not null,
  level smallint not null,
  prefix text not null,
  alphabet text not null,
  body_length smallint not null,
  check_name text not null,
  carrier text not null,
  key_sealed bytea not null,
  capacity bigint not null,
  issued bigint not null default 0,
  status text not null default 'enabled'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  kind text not null default 'issued'::text,
  numbering text not null default 'random'::text,
  symbol text not null default 'qrcode'::text,
  version integer not null default 1,
  previous_id integer,
  genuine_from text not null default 'issued'::text,
  constraint code_rule_pkey PRIMARY KEY (id),
  constraint code_rule_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES code_rule(id),
  constraint code_rule_alphabet_check CHECK ((alphabet = ANY (ARRAY['digits'::text, 'hex'::text, 'base32'::text, 'base36'::text, 'base62'::text]))),
  constraint code_rule_carrier_check CHECK ((carrier = ANY (ARRAY['plain'::text, 'url'::text, 'digital-link'::text]))),
  constraint code_rule_check CHECK (((issued >= 0) AND (issued <= capacity))),
  constraint code_rule_check_name_check CHECK ((check_name = ANY (ARRAY['none'::text, 'gs1'::text, 'luhn'::text, 'iso7064'::text]))),
  constraint code_rule_genuine_from_check CHECK ((genuine_from = ANY (ARRAY['issued'::text, 'bound'::text, 'packed'::text, 'shipped'::text, 'received'::text]))),
  constraint code_rule_id_check CHECK (((id >= 1) AND (id <= 8191))),
  constraint code_rule_kind_check CHECK ((kind = ANY (ARRAY['issued'::text, 'imported'::text]))),
  constraint code_rule_level_check CHECK ((level = ANY (ARRAY[1, 2, 3, 4]))),
  constraint code_rule_numbering_check CHECK ((numbering = ANY (ARRAY['random'::text, 'sequential'::text]))),
  constraint code_rule_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint code_rule_symbol_check CHECK ((symbol = ANY (ARRAY['qrcode'::text, 'datamatrix'::text, 'gs1-128'::text]))),
  constraint code_rule_version CHECK (((version = 1) = (previous_id IS NULL))),
  constraint code_rule_version_check CHECK ((version >= 1))
);
CREATE UNIQUE INDEX code_rule_imported_key ON code_rule USING btree (kind) WHERE (kind = 'imported'::text);
CREATE UNIQUE INDEX code_rule_name_key ON code_rule USING btree (lower(rule_name), version);
CREATE UNIQUE INDEX code_rule_previous_key ON code_rule USING btree (previous_id) WHERE (previous_id IS NOT NULL);

create table code_segment (
  first_id bigint not null,
  last_id bigint not null,
  order_id bigint not null,
  product_id bigint,
  lot text,
  production_date date,
  closure_id bigint,
  updated_at timestamp with time zone not null default now(),
  work_order_id bigint,
  constraint code_segment_closure_id_fkey FOREIGN KEY (closure_id) REFERENCES code_closure(id),
  constraint code_segment_order_id_fkey FOREIGN KEY (order_id) REFERENCES code_order(id),
  constraint code_segment_pkey PRIMARY KEY (first_id),
  constraint code_segment_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint code_segment_check CHECK ((last_id >= first_id)),
  constraint code_segment_says_something CHECK (((product_id IS NOT NULL) OR (lot IS NOT NULL) OR (production_date IS NOT NULL) OR (closure_id IS NOT NULL) OR (work_order_id IS NOT NULL)))
);
CREATE INDEX code_segment_closure ON code_segment USING btree (closure_id) WHERE (closure_id IS NOT NULL);
CREATE INDEX code_segment_lot_in_any_case ON code_segment USING btree (lower(lot)) WHERE (lot IS NOT NULL);
CREATE INDEX code_segment_order ON code_segment USING btree (order_id, first_id);
CREATE INDEX code_segment_product ON code_segment USING btree (product_id);
CREATE INDEX code_segment_work_order ON code_segment USING btree (work_order_id) WHERE (work_order_id IS NOT NULL);

create table code_set (
  id bigint not null generated always as identity,
  ratio text not null,
  sets bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint code_set_pkey PRIMARY KEY (id),
  constraint code_set_sets_check CHECK ((sets > 0))
);

create table consumer_scan (
  code_id bigint not null,
  id bigint not null generated by default as identity,
  scanned_at timestamp with time zone not null,
  code text not null,
  verdict text not null,
  nth bigint not null,
  order_id bigint,
  product_id bigint,
  ip text not null,
  country text not null,
  province text not null,
  city text not null,
  device text not null,
  os text not null,
  browser text not null,
  lot_id bigint,
  place_id bigint,
  constraint consumer_scan_pkey PRIMARY KEY (code_id, id),
  constraint consumer_scan_verdict_check CHECK ((verdict = ANY (ARRAY['genuine'::text, 'repeated'::text, 'recalled'::text, 'lost'::text, 'unbound'::text, 'void'::text, 'unknown'::text]))) NOT VALID
);
CREATE INDEX consumer_scan_product ON consumer_scan USING btree (product_id, scanned_at DESC, id DESC) WHERE (product_id IS NOT NULL);
CREATE INDEX consumer_scan_province ON consumer_scan USING btree ("left"(province, 2), scanned_at DESC, id DESC);
CREATE INDEX consumer_scan_suspicious ON consumer_scan USING btree (verdict, scanned_at DESC, id DESC) WHERE (verdict = ANY (ARRAY['unbound'::text, 'void'::text, 'unknown'::text]));
CREATE INDEX consumer_scan_time ON consumer_scan USING btree (scanned_at DESC, id DESC);

create table consumer_warning (
  id bigint not null generated always as identity,
  rule text not null,
  subject text not null,
  code_id bigint,
  code text,
  product_id bigint,
  dealer_id bigint,
  region text not null,
  place_basis text not null,
  param_version integer not null,
  limits jsonb not null,
  figures jsonb not null,
  visits jsonb not null,
  times integer not null default 1,
  fired_at timestamp with time zone not null default now(),
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  status text not null default 'new'::text,
  owner_id bigint,
  outcome text,
  reason text,
  settled_by bigint,
  settled_at timestamp with time zone,
  lot_id bigint,
  province text,
  firings jsonb not null default '[]'::jsonb,
  seen_at timestamp with time zone not null,
  due_at timestamp with time zone,
  case_id bigint,
  waybill_id bigint,
  constraint consumer_warning_case_id_fkey FOREIGN KEY (case_id) REFERENCES inspect_case(id),
  constraint consumer_warning_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot(id),
  constraint consumer_warning_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id),
  constraint consumer_warning_pkey PRIMARY KEY (id),
  constraint consumer_warning_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES account(id),
  constraint consumer_warning_waybill_id_fkey FOREIGN KEY (waybill_id) REFERENCES waybill(id),
  constraint consumer_warning_check CHECK (((status = 'settled'::text) = ((outcome IS NOT NULL) AND (settled_by IS NOT NULL) AND (settled_at IS NOT NULL)))),
  constraint consumer_warning_outcome_check CHECK ((outcome = ANY (ARRAY['right'::text, 'false_alarm'::text]))),
  constraint consumer_warning_place_basis_check CHECK ((place_basis = ANY (ARRAY['told'::text, 'address'::text, 'none'::text]))),
  constraint consumer_warning_province_check CHECK ((province ~ '^\d\d0000$'::text)),
  constraint consumer_warning_rule_check CHECK ((rule = ANY (ARRAY['visits'::text, 'travel'::text, 'provinces'::text, 'outside_area'::text, 'before_shipping'::text, 'after_return'::text, 'after_expiry'::text, 'burst'::text, 'destroyed_seen'::text, 'recalled_seen'::text, 'held_seen'::text, 'overproduction'::text]))),
  constraint consumer_warning_status_check CHECK ((status = ANY (ARRAY['new'::text, 'taken'::text, 'investigating'::text, 'escalated'::text, 'settled'::text])))
);
CREATE INDEX consumer_warning_case ON consumer_warning USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE UNIQUE INDEX consumer_warning_cause ON consumer_warning USING btree (rule, subject) WHERE (outcome IS NULL);
CREATE INDEX consumer_warning_dealer ON consumer_warning USING btree (dealer_id, fired_at DESC) WHERE (dealer_id IS NOT NULL);
CREATE INDEX consumer_warning_fired ON consumer_warning USING btree (fired_at DESC, id DESC);
CREATE INDEX consumer_warning_owner ON consumer_warning USING btree (owner_id) WHERE (status <> 'settled'::text);
CREATE INDEX consumer_warning_rule ON consumer_warning USING btree (rule, fired_at DESC, id DESC);
CREATE INDEX consumer_warning_seen ON consumer_warning USING btree (seen_at);
CREATE INDEX consumer_warning_status ON consumer_warning USING btree (status, fired_at DESC, id DESC);
CREATE INDEX consumer_warning_subject ON consumer_warning USING btree (subject, rule);
CREATE INDEX consumer_warning_uncased ON consumer_warning USING btree (last_at) WHERE ((case_id IS NULL) AND (status <> 'settled'::text));
CREATE INDEX consumer_warning_undue ON consumer_warning USING btree (id) WHERE ((status = 'new'::text) AND (due_at IS NULL));
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF status, owner_id, due_at ON consumer_warning FOR EACH ROW EXECUTE FUNCTION note_work();

create table dealer (
  id bigint not null generated always as identity,
  dealer_code text not null,
  dealer_name text not null,
  parent_id bigint,
  contact text,
  phone text,
  area_code text,
  address text,
  licence_no text,
  status text not null default 'enabled'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  dealer_level smallint not null default 1,
  remark text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  gln text,
  manager_id bigint,
  min_remaining_days integer,
  language text,
  constraint dealer_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES account(id),
  constraint dealer_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES dealer(id),
  constraint dealer_pkey PRIMARY KEY (id),
  constraint dealer_dealer_level_check CHECK ((dealer_level = ANY (ARRAY[1, 2, 3, 4]))),
  constraint dealer_gln_check CHECK ((gln ~ '^\d{13}$'::text)),
  constraint dealer_language_check CHECK ((language = ANY (ARRAY['zh'::text, 'en'::text, 'es'::text, 'ja'::text]))),
  constraint dealer_min_remaining_days_check CHECK ((min_remaining_days > 0)),
  constraint dealer_parent_other CHECK ((parent_id <> id)),
  constraint dealer_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE INDEX dealer_by_change ON dealer USING btree (updated_at, id);
CREATE INDEX dealer_by_code ON dealer USING btree (dealer_code, id);
CREATE INDEX dealer_by_level ON dealer USING btree (dealer_level, id);
CREATE INDEX dealer_by_name ON dealer USING btree (dealer_name, id);
CREATE UNIQUE INDEX dealer_code_key ON dealer USING btree (lower(dealer_code));
CREATE INDEX dealer_created ON dealer USING btree (created_at DESC, id DESC);
CREATE INDEX dealer_disabled ON dealer USING btree (created_at DESC, id DESC) WHERE (status = 'disabled'::text);
CREATE INDEX dealer_manager ON dealer USING btree (manager_id) WHERE (manager_id IS NOT NULL);
CREATE INDEX dealer_parent ON dealer USING btree (parent_id);
CREATE INDEX dealer_search ON dealer USING gin (search_grams);

create table dealer_area (
  dealer_id bigint not null,
  area_code text not null,
  constraint dealer_area_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id) ON DELETE CASCADE,
  constraint dealer_area_pkey PRIMARY KEY (dealer_id, area_code),
  constraint dealer_area_area_code_check CHECK ((area_code ~ '^[1-9]\d{5}$'::text))
);
CREATE INDEX dealer_area_code ON dealer_area USING btree (area_code, dealer_id);

create table dealer_settlement (
  id bigint not null generated always as identity,
  settlement_no text not null,
  status text not null default 'draft'::text,
  case_id bigint not null,
  dealer_id bigint not null,
  evidence_id bigint,
  refund_id bigint,
  amount numeric(14,2) not null,
  withheld numeric(14,2) not null default 0,
  returned numeric(14,2) not null default 0,
  currency text not null,
  signatory text,
  agreed_on date,
  agreed_by bigint,
  agreed_at timestamp with time zone,
  needs_approval boolean not null default false,
  approved_by bigint,
  approved_at timestamp with time zone,
  paid_at timestamp with time zone,
  closed_at timestamp with time zone,
  note text,
  reason text,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint dealer_settlement_agreed_by_fkey FOREIGN KEY (agreed_by) REFERENCES account(id),
  constraint dealer_settlement_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES account(id),
  constraint dealer_settlement_case_id_fkey FOREIGN KEY (case_id) REFERENCES inspect_case(id),
  constraint dealer_settlement_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint dealer_settlement_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint dealer_settlement_evidence_id_fkey FOREIGN KEY (evidence_id) REFERENCES forensic_case(id),
  constraint dealer_settlement_pkey PRIMARY KEY (id),
  constraint dealer_settlement_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id),
  constraint dealer_settlement_settlement_no_key UNIQUE (settlement_no),
  constraint dealer_settlement_amount_check CHECK ((amount >= (0)::numeric)),
  constraint dealer_settlement_check CHECK (((status = ANY (ARRAY['agreed'::text, 'paid'::text, 'closed'::text])) = (agreed_by IS NOT NULL))),
  constraint dealer_settlement_check1 CHECK (((status = ANY (ARRAY['paid'::text, 'closed'::text])) = (paid_at IS NOT NULL))),
  constraint dealer_settlement_check2 CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint dealer_settlement_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint dealer_settlement_returned_check CHECK ((returned >= (0)::numeric)),
  constraint dealer_settlement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'agreed'::text, 'paid'::text, 'closed'::text, 'withdrawn'::text]))),
  constraint dealer_settlement_withheld_check CHECK ((withheld >= (0)::numeric))
);
CREATE INDEX dealer_settlement_case ON dealer_settlement USING btree (case_id);
CREATE INDEX dealer_settlement_created ON dealer_settlement USING btree (created_at DESC, id DESC);
CREATE INDEX dealer_settlement_dealer ON dealer_settlement USING btree (dealer_id);
CREATE INDEX dealer_settlement_evidence ON dealer_settlement USING btree (evidence_id) WHERE (evidence_id IS NOT NULL);
CREATE INDEX dealer_settlement_refund ON dealer_settlement USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX dealer_settlement_unapproved ON dealer_settlement USING btree (agreed_at) WHERE ((status = 'agreed'::text) AND needs_approval AND (approved_by IS NULL));
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE ON dealer_settlement FOR EACH ROW EXECUTE FUNCTION note_work();

create table delivery_proof (
  id bigint not null generated always as identity,
  waybill_id bigint not null,
  receiver text not null,
  signature bytea,
  pictures text[] not null default '{}'::text[],
  latitude double precision,
  longitude double precision,
  accuracy integer,
  note text,
  made_by bigint not null,
  made_at timestamp with time zone not null default now(),
  withdrawn_by bigint,
  withdrawn_at timestamp with time zone,
  withdrawal_reason text,
  constraint delivery_proof_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id),
  constraint delivery_proof_pkey PRIMARY KEY (id),
  constraint delivery_proof_waybill_id_fkey FOREIGN KEY (waybill_id) REFERENCES waybill(id),
  constraint delivery_proof_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES account(id)
);
CREATE INDEX delivery_proof_waybill ON delivery_proof USING btree (waybill_id);

create table department (
  id bigint not null generated always as identity,
  depart_code text not null,
  depart_name text not null,
  parent_id bigint,
  leader_id bigint,
  sort integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint department_leader_id_fkey FOREIGN KEY (leader_id) REFERENCES account(id),
  constraint department_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES department(id),
  constraint department_pkey PRIMARY KEY (id),
  constraint department_check CHECK ((parent_id <> id))
);
CREATE UNIQUE INDEX department_code_key ON department USING btree (lower(depart_code));
CREATE INDEX department_leader ON department USING btree (leader_id);
CREATE INDEX department_parent ON department USING btree (parent_id, sort, id);

create table deposit_movement (
  id bigint not null generated always as identity,
  dealer_id bigint not null,
  kind text not null,
  amount numeric(14,2) not null,
  currency text not null,
  settlement_id bigint,
  reverses_id bigint,
  note text,
  by_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint deposit_movement_by_id_fkey FOREIGN KEY (by_id) REFERENCES account(id),
  constraint deposit_movement_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint deposit_movement_pkey PRIMARY KEY (id),
  constraint deposit_movement_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES deposit_movement(id),
  constraint deposit_movement_reverses_id_key UNIQUE (reverses_id),
  constraint deposit_movement_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES dealer_settlement(id),
  constraint deposit_movement_amount_check CHECK ((amount <> (0)::numeric)),
  constraint deposit_movement_check CHECK (((kind = 'reversal'::text) = (reverses_id IS NOT NULL))),
  constraint deposit_movement_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint deposit_movement_kind_check CHECK ((kind = ANY (ARRAY['paid_in'::text, 'withheld'::text, 'returned'::text, 'reversal'::text])))
);
CREATE INDEX deposit_movement_created ON deposit_movement USING btree (created_at DESC, id DESC);
CREATE INDEX deposit_movement_dealer ON deposit_movement USING btree (dealer_id);
CREATE INDEX deposit_movement_settlement ON deposit_movement USING btree (settlement_id) WHERE (settlement_id IS NOT NULL);

create table device_heartbeat (
  device_key_id bigint not null,
  state text,
  queue bigint not null,
  counters jsonb,
  seen_at timestamp with time zone not null,
  counted jsonb,
  counted_until timestamp with time zone,
  doubted_at timestamp with time zone,
  doubted_reads bigint,
  clock_ahead bigint,
  reason text,
  constraint device_heartbeat_device_key_id_fkey FOREIGN KEY (device_key_id) REFERENCES device_key(id) ON DELETE CASCADE,
  constraint device_heartbeat_pkey PRIMARY KEY (device_key_id)
);

create table device_key (
  id bigint not null generated always as identity,
  line_id bigint,
  name text not null,
  secret_hash bytea not null,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone,
  revoked_at timestamp with time zone,
  first_key_id bigint,
  warehouse_id bigint,
  constraint device_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint device_key_first_key_id_fkey FOREIGN KEY (first_key_id) REFERENCES device_key(id) ON DELETE CASCADE,
  constraint device_key_line_id_fkey FOREIGN KEY (line_id) REFERENCES production_line(id) ON DELETE CASCADE,
  constraint device_key_pkey PRIMARY KEY (id),
  constraint device_key_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint device_key_owner CHECK ((num_nonnulls(line_id, warehouse_id) = 1))
);
CREATE INDEX device_key_creator ON device_key USING btree (created_by);
CREATE INDEX device_key_first ON device_key USING btree (first_key_id) WHERE (first_key_id IS NOT NULL);
CREATE UNIQUE INDEX device_key_hash_key ON device_key USING btree (secret_hash);
CREATE UNIQUE INDEX device_key_name_key ON device_key USING btree (line_id, lower(name)) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX device_key_warehouse_name_key ON device_key USING btree (warehouse_id, lower(name)) WHERE (revoked_at IS NULL);

create table enterprise (
  id smallint not null default 1,
  enterprise_code text not null,
  enterprise_name text not null,
  logo text,
  licence_no text,
  contact text,
  phone text,
  email text,
  area_code text,
  address text,
  icp_number text,
  icp_url text,
  time_zone text,
  public_url text,
  updated_at timestamp with time zone not null default now(),
  enterprise_name_translations jsonb not null default '{}'::jsonb,
  address_translations jsonb not null default '{}'::jsonb,
  stock_by_handover boolean not null default false,
  order_tolerance smallint not null default 5,
  gln text,
  currency text not null default 'CNY'::text,
  settlement_limit numeric(14,2) not null default 10000,
  silent_limit integer not null default 5,
  standing_limit integer not null default 10,
  queue_limit integer not null default 500,
  codes_limit integer not null default 60,
  refusals_limit integer not null default 1,
  ended_certificates text not null default 'warn'::text,
  gs1_prefixes text,
  constraint enterprise_logo_fkey FOREIGN KEY (logo) REFERENCES picture(hash),
  constraint enterprise_pkey PRIMARY KEY (id),
  constraint enterprise_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint enterprise_ended_certificates_check CHECK ((ended_certificates = ANY (ARRAY['warn'::text, 'refuse'::text]))),
  constraint enterprise_gln_check CHECK ((gln ~ '^\d{13}$'::text)),
  constraint enterprise_id_check CHECK ((id = 1)),
  constraint enterprise_order_tolerance_check CHECK (((order_tolerance >= 0) AND (order_tolerance <= 100))),
  constraint enterprise_settlement_limit_check CHECK ((settlement_limit >= (0)::numeric)),
  constraint enterprise_translations_check CHECK ((is_localised(enterprise_name_translations) AND is_localised(address_translations)))
);

create table epcis_capture (
  id uuid not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  error_behaviour text not null,
  success boolean not null,
  events integer not null,
  kept integer not null,
  errors jsonb not null default '[]'::jsonb,
  master_data jsonb not null default '[]'::jsonb,
  constraint epcis_capture_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint epcis_capture_pkey PRIMARY KEY (id),
  constraint epcis_capture_error_behaviour_check CHECK ((error_behaviour = ANY (ARRAY['rollback'::text, 'proceed'::text])))
);
CREATE INDEX epcis_capture_created ON epcis_capture USING btree (account_id, created_at DESC, id);

create table epcis_event (
  key bigint not null,
  id bigint not null,
  event_id text not null,
  type text collate "C" not null,
  event_time timestamp with time zone not null,
  record_time timestamp with time zone not null,
  action text,
  biz_step text collate "C",
  disposition text collate "C",
  read_point text collate "C",
  biz_location text collate "C",
  transformation_id text,
  declared_at timestamp with time zone,
  capture_id uuid,
  account_id bigint not null,
  facts text[] not null,
  event jsonb not null,
  constraint epcis_event_pkey PRIMARY KEY (key, id)
);
CREATE INDEX epcis_event_account ON epcis_event USING btree (account_id, id);
CREATE INDEX epcis_event_biz_location ON epcis_event USING btree (biz_location, id);
CREATE INDEX epcis_event_biz_step ON epcis_event USING btree (biz_step, id);
CREATE INDEX epcis_event_disposition ON epcis_event USING btree (disposition, id);
CREATE INDEX epcis_event_facts ON epcis_event USING gin (facts);
CREATE UNIQUE INDEX epcis_event_once ON epcis_event USING btree (key, event_id) WHERE (declared_at IS NULL);
CREATE INDEX epcis_event_order ON epcis_event USING btree (id);
CREATE INDEX epcis_event_own_type ON epcis_event USING btree (type) WHERE (type ~~ '%:%'::text);
CREATE INDEX epcis_event_read_point ON epcis_event USING btree (read_point, id);
CREATE INDEX epcis_event_time ON epcis_event USING btree (event_time, id);

create table epcis_identifier (
  key bigint not null,
  epc text collate "C" not null,
  field text not null,
  event_key bigint not null,
  event_number bigint not null,
  constraint epcis_identifier_pkey PRIMARY KEY (key, event_number, epc, field)
);
CREATE INDEX epcis_identifier_epc ON epcis_identifier USING btree (epc, event_number);

create table epcis_measure (
  key bigint not null,
  name text not null,
  unit text not null,
  number numeric,
  moment timestamp with time zone,
  event_key bigint not null,
  event_number bigint not null,
  place integer not null,
  constraint epcis_measure_pkey PRIMARY KEY (key, event_number, place)
);
CREATE INDEX epcis_measure_moment ON epcis_measure USING btree (name, moment, event_number) WHERE (moment IS NOT NULL);
CREATE INDEX epcis_measure_number ON epcis_measure USING btree (name, unit, number, event_number) WHERE (number IS NOT NULL);

create table epcis_own_event (
  trace_event_id bigint not null,
  event_key bigint not null,
  event_number bigint not null,
  constraint epcis_own_event_pkey PRIMARY KEY (trace_event_id),
  constraint epcis_own_event_trace_event_id_fkey FOREIGN KEY (trace_event_id) REFERENCES trace_event(id)
);
CREATE INDEX epcis_own_event_kept ON epcis_own_event USING btree (event_key, event_number);

create table epcis_query (
  id bigint not null generated always as identity,
  name text not null,
  party text not null,
  account_id bigint not null,
  parameters jsonb not null,
  prefixes jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint epcis_query_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint epcis_query_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX epcis_query_name ON epcis_query USING btree (party, name);

create table epcis_subscription (
  id bigint not null generated always as identity,
  subscription_id uuid not null,
  query_id bigint not null,
  account_id bigint not null,
  dest text,
  signature_token_sealed bytea,
  report_if_empty boolean not null default false,
  schedule jsonb,
  epc_format text not null,
  cbv_xml_format text not null,
  initial_record_time timestamp with time zone,
  min_record_time timestamp with time zone not null,
  window_end timestamp with time zone,
  page_end jsonb,
  last_from timestamp with time zone,
  last_notified_at timestamp with time zone,
  last_events integer,
  failures integer not null default 0,
  last_error text,
  withheld jsonb not null default '[]'::jsonb,
  withheld_count integer not null default 0,
  paused boolean not null default false,
  next_at timestamp with time zone not null default now(),
  claimed_by text,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint epcis_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint epcis_subscription_pkey PRIMARY KEY (id),
  constraint epcis_subscription_query_id_fkey FOREIGN KEY (query_id) REFERENCES epcis_query(id) ON DELETE CASCADE,
  constraint epcis_subscription_subscription_id_key UNIQUE (subscription_id)
);
CREATE INDEX epcis_subscription_due ON epcis_subscription USING btree (next_at) WHERE (NOT paused);
CREATE INDEX epcis_subscription_query ON epcis_subscription USING btree (query_id);

create table epcis_vocabulary (
  uri text collate "C" not null,
  type text not null,
  children text[] not null,
  attributes text[] not null,
  constraint epcis_vocabulary_pkey PRIMARY KEY (uri, type)
);
CREATE INDEX epcis_vocabulary_attributes ON epcis_vocabulary USING gin (attributes);

create table event_code (
  code bigint not null,
  event_id bigint not null,
  event_time timestamp with time zone not null,
  place_id bigint,
  units integer not null,
  act smallint not null,
  naming smallint not null,
  constraint event_code_pkey PRIMARY KEY (code, event_id)
);
CREATE INDEX event_code_event ON event_code USING btree (event_id);
CREATE INDEX event_code_single ON event_code USING btree (place_id, code) WHERE ((units = 1) AND (place_id IS NOT NULL));

create table event_range (
  event_id bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  constraint event_range_pkey PRIMARY KEY (event_id, first_id),
  constraint event_range_check CHECK ((last_id >= first_id))
);
CREATE INDEX event_range_codes ON event_range USING gist (int8range(first_id, last_id, '[]'::text));

create table exception (
  id bigint not null generated always as identity,
  kind text not null,
  cause text not null,
  source text not null,
  code text,
  work_order_id bigint,
  raw jsonb not null,
  owner_id bigint,
  due_at timestamp with time zone,
  status text not null default 'open'::text,
  settled_by bigint,
  settled_at timestamp with time zone,
  settlement text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  about text not null,
  times integer not null default 1,
  last_at timestamp with time zone not null default now(),
  source_name text not null,
  device_key_id bigint,
  codes text[] not null default '{}'::text[],
  refusals jsonb not null default '[]'::jsonb,
  sides jsonb not null default '[]'::jsonb,
  units bigint,
  product_id bigint,
  constraint exception_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id),
  constraint exception_pkey PRIMARY KEY (id),
  constraint exception_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES account(id),
  constraint exception_kind_check CHECK ((kind = ANY (ARRAY['repeated_code'::text, 'two_orders'::text, 'printed_twice'::text, 'late_act'::text, 'wrong_product'::text, 'seen_after_destroyed'::text, 'overproduction'::text, 'reused_key'::text, 'never_packed'::text, 'shipment_difference'::text, 'wrong_return'::text, 'wms_message'::text, 'refused_scan'::text, 'epcis_event'::text]))),
  constraint exception_settled_check CHECK (((status = 'open'::text) = (settled_at IS NULL))),
  constraint exception_source_check CHECK ((source = ANY (ARRAY['device'::text, 'file'::text, 'wms'::text, 'document'::text, 'epcis'::text]))),
  constraint exception_status_check CHECK ((status = ANY (ARRAY['open'::text, 'settled'::text, 'discarded'::text])))
);
CREATE UNIQUE INDEX exception_cause ON exception USING btree (kind, about) WHERE (status = 'open'::text);
CREATE INDEX exception_codes ON exception USING gin (codes);
CREATE INDEX exception_open ON exception USING btree (created_at DESC, id DESC) WHERE (status = 'open'::text);
CREATE INDEX exception_order ON exception USING btree (work_order_id);
CREATE INDEX exception_owner ON exception USING btree (owner_id) WHERE (status = 'open'::text);
CREATE INDEX exception_time ON exception USING btree (created_at DESC, id DESC);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF status, owner_id, due_at ON exception FOR EACH ROW EXECUTE FUNCTION note_work();

create table exception_note (
  id bigint not null generated always as identity,
  exception_id bigint not null,
  step text not null,
  text text not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint exception_note_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint exception_note_exception_id_fkey FOREIGN KEY (exception_id) REFERENCES exception(id) ON DELETE CASCADE,
  constraint exception_note_pkey PRIMARY KEY (id),
  constraint exception_note_step_check CHECK ((step = ANY (ARRAY['note'::text, 'assigned'::text, 'retried'::text, 'settled'::text, 'discarded'::text, 'reopened'::text])))
);
CREATE INDEX exception_note_exception ON exception_note USING btree (exception_id, id);

create table factory (
  id bigint not null generated always as identity,
  factory_code text not null,
  factory_name text not null,
  kind text not null,
  contact text,
  phone text,
  area_code text,
  address text,
  status text not null default 'enabled'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  licence_no text,
  remark text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  gln text,
  gln_extension text,
  warehouse_id bigint,
  language text,
  constraint factory_pkey PRIMARY KEY (id),
  constraint factory_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint factory_gln_check CHECK ((gln ~ '^\d{13}$'::text)),
  constraint factory_gln_extension_check CHECK (((gln_extension IS NULL) OR (gln IS NOT NULL))),
  constraint factory_kind_check CHECK ((kind = ANY (ARRAY['own'::text, 'external'::text]))),
  constraint factory_language_check CHECK ((language = ANY (ARRAY['zh'::text, 'en'::text, 'es'::text, 'ja'::text]))),
  constraint factory_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE INDEX factory_by_change ON factory USING btree (kind, updated_at, id);
CREATE INDEX factory_by_code ON factory USING btree (kind, factory_code, id);
CREATE INDEX factory_by_name ON factory USING btree (kind, factory_name, id);
CREATE UNIQUE INDEX factory_code_key ON factory USING btree (lower(factory_code));
CREATE INDEX factory_created ON factory USING btree (kind, created_at DESC, id DESC);
CREATE INDEX factory_disabled ON factory USING btree (kind, created_at DESC, id DESC) WHERE (status = 'disabled'::text);
CREATE INDEX factory_search ON factory USING gin (search_grams);
CREATE INDEX factory_warehouse ON factory USING btree (warehouse_id);

create table figure (
  day date not null,
  measure text not null,
  work_order_id bigint not null default 0,
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  place_id bigint not null default 0,
  quantity bigint not null,
  shift_day date not null,
  team_id bigint not null default 0,
  cause text not null default ''::text,
  constraint figure_pkey PRIMARY KEY (day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause)
);
CREATE INDEX figure_order ON figure USING btree (work_order_id, measure) WHERE (work_order_id <> 0);
CREATE INDEX figure_shift ON figure USING btree (shift_day);
CREATE INDEX figure_waybill ON figure USING btree (place_id) WHERE (measure = ANY (ARRAY['shipped'::text, 'received'::text]));

create table figure_check (
  id bigint not null generated always as identity,
  checked_at timestamp with time zone not null default now(),
  differing bigint not null,
  differences jsonb not null,
  constraint figure_check_pkey PRIMARY KEY (id)
);
CREATE INDEX figure_check_time ON figure_check USING btree (checked_at DESC);

create table figure_delta (
  id bigint not null generated always as identity,
  event_id bigint not null,
  day date not null,
  measure text not null,
  work_order_id bigint not null default 0,
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  place_id bigint not null default 0,
  quantity bigint not null,
  shift_day date not null,
  team_id bigint not null default 0,
  cause text not null default ''::text,
  constraint figure_delta_pkey PRIMARY KEY (id)
);
CREATE INDEX figure_delta_order ON figure_delta USING btree (work_order_id) WHERE (work_order_id <> 0);

create table folder_mark (
  writer uuid not null,
  tick bigint not null,
  born_at bigint,
  seen_at timestamp with time zone not null default now(),
  constraint folder_mark_pkey PRIMARY KEY (writer)
);

create table forensic_case (
  id bigint not null generated always as identity,
  case_no text not null,
  draft_key text,
  status text not null default 'draft'::text,
  code text,
  code_id bigint,
  dealer_id bigint,
  place text,
  area_code text,
  latitude numeric(8,6),
  longitude numeric(9,6),
  found_at timestamp with time zone not null,
  note text,
  chain jsonb,
  seal text,
  sealed_at timestamp with time zone,
  sealed_by bigint,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  event_id bigint,
  inspect_case_id bigint,
  inspect_id bigint,
  constraint forensic_case_case_no_key UNIQUE (case_no),
  constraint forensic_case_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint forensic_case_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint forensic_case_draft_key_key UNIQUE (draft_key),
  constraint forensic_case_inspect_case_id_fkey FOREIGN KEY (inspect_case_id) REFERENCES inspect_case(id),
  constraint forensic_case_inspect_id_fkey FOREIGN KEY (inspect_id) REFERENCES inspect_record(id),
  constraint forensic_case_pkey PRIMARY KEY (id),
  constraint forensic_case_sealed_by_fkey FOREIGN KEY (sealed_by) REFERENCES account(id),
  constraint forensic_case_check CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint forensic_case_check1 CHECK (((status = 'sealed'::text) = ((seal IS NOT NULL) AND (sealed_at IS NOT NULL) AND (sealed_by IS NOT NULL)))),
  constraint forensic_case_seal_check CHECK ((seal ~ '^[0-9a-f]{64}$'::text)),
  constraint forensic_case_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'sealed'::text])))
);
CREATE INDEX forensic_case_code ON forensic_case USING btree (code_id, created_at DESC) WHERE (code_id IS NOT NULL);
CREATE INDEX forensic_case_dealer ON forensic_case USING btree (dealer_id, created_at DESC) WHERE (dealer_id IS NOT NULL);
CREATE INDEX forensic_case_event ON forensic_case USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX forensic_case_inspect ON forensic_case USING btree (inspect_id) WHERE (inspect_id IS NOT NULL);
CREATE INDEX forensic_case_inspect_case ON forensic_case USING btree (inspect_case_id) WHERE (inspect_case_id IS NOT NULL);
CREATE INDEX forensic_case_time ON forensic_case USING btree (created_at DESC, id DESC);

create table forensic_photo (
  id bigint not null generated always as identity,
  case_id bigint not null,
  upload_key text not null,
  hash text not null,
  bytes integer not null,
  original bytea not null,
  shown bytea not null,
  thumb bytea not null,
  taken_at text,
  latitude numeric(8,6),
  longitude numeric(9,6),
  camera text,
  added_by bigint not null,
  added_at timestamp with time zone not null default now(),
  constraint forensic_photo_added_by_fkey FOREIGN KEY (added_by) REFERENCES account(id),
  constraint forensic_photo_case_id_fkey FOREIGN KEY (case_id) REFERENCES forensic_case(id) ON DELETE CASCADE,
  constraint forensic_photo_pkey PRIMARY KEY (id),
  constraint forensic_photo_check CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint forensic_photo_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE UNIQUE INDEX forensic_photo_upload ON forensic_photo USING btree (case_id, upload_key);

create table guess_count (
  subject text not null,
  unknown bigint not null,
  began_at timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint guess_count_pkey PRIMARY KEY (subject)
);
CREATE INDEX guess_count_until ON guess_count USING btree (until);

create table handheld (
  id bigint not null generated always as identity,
  device uuid not null,
  account_id bigint not null,
  name text,
  model text,
  version text not null,
  battery double precision,
  waiting bigint not null,
  oldest_waiting_at timestamp with time zone,
  clock_ahead bigint not null,
  user_agent text not null,
  ip text not null,
  seen_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  locked_at timestamp with time zone,
  message text,
  message_at timestamp with time zone,
  message_read_at timestamp with time zone,
  last_error text,
  constraint handheld_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint handheld_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX handheld_of_person ON handheld USING btree (device, account_id);

create table handheld_key (
  id bigint not null generated always as identity,
  private_key_sealed bytea not null,
  public_key bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint handheld_key_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX handheld_key_only ON handheld_key USING btree ((true));

create table handheld_scan (
  id uuid not null,
  device uuid not null,
  account_id bigint not null,
  no bigint not null,
  device_time timestamp with time zone not null,
  event_time timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  act text not null,
  document_id bigint,
  code text not null,
  reason text,
  result text not null,
  answer jsonb not null,
  refusals jsonb not null,
  settled_at timestamp with time zone,
  settled_by bigint,
  settled_how text,
  settled_reason text,
  raised_at timestamp with time zone,
  document_no text,
  codes text[] not null default '{}'::text[],
  manner jsonb not null default '{}'::jsonb,
  constraint handheld_scan_pkey PRIMARY KEY (id),
  constraint handheld_scan_act_check CHECK ((act = ANY (ARRAY['load'::text, 'unload'::text, 'receive'::text, 'unreceive'::text, 'move'::text, 'return'::text, 'count'::text, 'uncount'::text, 'pack'::text, 'repack'::text, 'commission'::text, 'unpack'::text, 'replace'::text, 'inspect'::text]))),
  constraint handheld_scan_result_check CHECK ((result = ANY (ARRAY['taken'::text, 'known'::text, 'refused'::text]))),
  constraint handheld_scan_settled_how_check CHECK ((settled_how = ANY (ARRAY['dropped'::text, 'done_anyway'::text, 'in_console'::text])))
);
CREATE INDEX handheld_scan_received ON handheld_scan USING btree (received_at);
CREATE INDEX handheld_scan_refused ON handheld_scan USING btree (account_id, received_at) WHERE ((result = 'refused'::text) AND (settled_at IS NULL));
CREATE INDEX handheld_scan_time ON handheld_scan USING btree (device, event_time);

create table handover (
  id bigint not null generated always as identity,
  handover_no text not null,
  status text not null default 'draft'::text,
  work_order_id bigint not null,
  warehouse_id bigint,
  packages bigint not null,
  remainders bigint not null,
  units bigint not null,
  remark text,
  handed_by bigint,
  handed_name text,
  handed_at timestamp with time zone,
  received_by bigint,
  received_name text,
  received_at timestamp with time zone,
  counted bigint,
  difference_reason text,
  created_by bigint not null,
  created_name text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  withdrawn_by bigint,
  withdrawn_name text,
  withdrawn_at timestamp with time zone,
  withdrawal_reason text,
  constraint handover_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint handover_handed_by_fkey FOREIGN KEY (handed_by) REFERENCES account(id),
  constraint handover_pkey PRIMARY KEY (id),
  constraint handover_received_by_fkey FOREIGN KEY (received_by) REFERENCES account(id),
  constraint handover_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint handover_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES account(id),
  constraint handover_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id),
  constraint handover_check CHECK (((handed_at IS NULL) = (handed_by IS NULL))),
  constraint handover_check1 CHECK (((received_at IS NULL) = (received_by IS NULL))),
  constraint handover_check2 CHECK (((received_at IS NULL) = (counted IS NULL))),
  constraint handover_check3 CHECK ((received_by <> handed_by)),
  constraint handover_packages_check CHECK ((packages > 0)),
  constraint handover_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'handed'::text, 'received'::text, 'withdrawn'::text])))
);
CREATE UNIQUE INDEX handover_code_key ON handover USING btree (handover_no);
CREATE INDEX handover_created ON handover USING btree (created_at DESC, id DESC);
CREATE INDEX handover_handed ON handover USING btree (handed_at DESC, id DESC) WHERE (handed_at IS NOT NULL);
CREATE INDEX handover_order ON handover USING btree (work_order_id);
CREATE INDEX handover_warehouse ON handover USING btree (warehouse_id);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF status ON handover FOR EACH ROW EXECUTE FUNCTION note_work();

create table handover_package (
  handover_id bigint not null,
  code bigint not null,
  level smallint not null,
  units integer not null,
  complete boolean not null,
  stored boolean not null default false,
  off boolean not null default false,
  constraint handover_package_handover_id_fkey FOREIGN KEY (handover_id) REFERENCES handover(id) ON DELETE CASCADE,
  constraint handover_package_pkey PRIMARY KEY (handover_id, code)
);
CREATE UNIQUE INDEX handover_package_code ON handover_package USING btree (code) WHERE (NOT off);

create table hierarchy (
  id bigint not null generated always as identity,
  hierarchy_code text not null,
  hierarchy_name text not null,
  version integer not null default 1,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  nesting text not null default 'next_level'::text,
  constraint hierarchy_pkey PRIMARY KEY (id),
  constraint hierarchy_nesting_check CHECK ((nesting = ANY (ARRAY['next_level'::text, 'any_level'::text]))),
  constraint hierarchy_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX hierarchy_code_key ON hierarchy USING btree (lower(hierarchy_code));

create table hierarchy_level (
  hierarchy_id bigint not null,
  version integer not null,
  position smallint not null,
  unit_id bigint not null,
  quantity integer not null,
  constraint hierarchy_level_pkey PRIMARY KEY (hierarchy_id, version, "position"),
  constraint hierarchy_level_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES packaging_unit(id),
  constraint hierarchy_level_unit_key UNIQUE (hierarchy_id, version, unit_id),
  constraint hierarchy_level_version_fkey FOREIGN KEY (hierarchy_id, version) REFERENCES hierarchy_version(hierarchy_id, version) ON DELETE CASCADE,
  constraint hierarchy_level_check CHECK ((("position" > 1) OR (quantity = 1))),
  constraint hierarchy_level_position_check CHECK ((("position" >= 1) AND ("position" <= 5))),
  constraint hierarchy_level_quantity_check CHECK ((quantity >= 1))
);
CREATE INDEX hierarchy_level_unit ON hierarchy_level USING btree (unit_id);

create table hierarchy_version (
  hierarchy_id bigint not null,
  version integer not null,
  created_at timestamp with time zone not null default now(),
  constraint hierarchy_version_hierarchy_id_fkey FOREIGN KEY (hierarchy_id) REFERENCES hierarchy(id) ON DELETE CASCADE,
  constraint hierarchy_version_pkey PRIMARY KEY (hierarchy_id, version)
);

create table hold (
  id bigint not null generated always as identity,
  lot_id bigint,
  code bigint,
  reason text not null,
  held_by bigint not null,
  held_at timestamp with time zone not null default now(),
  released_by bigint,
  released_at timestamp with time zone,
  release_reason text,
  recall_id bigint,
  event_id bigint,
  release_event_id bigint,
  quality_hold_id bigint,
  place_id bigint,
  exempts boolean not null default false,
  constraint hold_held_by_fkey FOREIGN KEY (held_by) REFERENCES account(id),
  constraint hold_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot(id),
  constraint hold_pkey PRIMARY KEY (id),
  constraint hold_place_id_fkey FOREIGN KEY (place_id) REFERENCES place(id),
  constraint hold_quality_hold_id_fkey FOREIGN KEY (quality_hold_id) REFERENCES quality_hold(id),
  constraint hold_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recall(id),
  constraint hold_released_by_fkey FOREIGN KEY (released_by) REFERENCES account(id),
  constraint hold_about CHECK ((num_nonnulls(lot_id, code, place_id) = 1)),
  constraint hold_check1 CHECK (((released_at IS NULL) = (released_by IS NULL))),
  constraint hold_exempts_codes CHECK (((NOT exempts) OR (code IS NOT NULL))),
  constraint hold_for_one CHECK ((num_nonnulls(recall_id, quality_hold_id) <= 1))
);
CREATE INDEX hold_code ON hold USING btree (code) WHERE (released_at IS NULL);
CREATE INDEX hold_event ON hold USING btree (event_id);
CREATE INDEX hold_lot ON hold USING btree (lot_id) WHERE (released_at IS NULL);
CREATE INDEX hold_quality_hold ON hold USING btree (quality_hold_id) WHERE (quality_hold_id IS NOT NULL);
CREATE INDEX hold_recall ON hold USING btree (recall_id) WHERE (recall_id IS NOT NULL);

create table imported_code (
  text_id bigint not null,
  text text not null,
  code_id bigint not null,
  constraint imported_code_pkey PRIMARY KEY (text_id, code_id)
);
CREATE INDEX imported_code_id ON imported_code USING btree (code_id);

create table imported_shape (
  import_id bigint not null,
  code_length smallint not null,
  characters text[] not null,
  constraint imported_shape_import_id_fkey FOREIGN KEY (import_id) REFERENCES code_import(id) ON DELETE CASCADE,
  constraint imported_shape_pkey PRIMARY KEY (import_id, code_length)
);

create table inspect_case (
  id bigint not null generated always as identity,
  case_no text not null,
  title text not null,
  status text not null default 'open'::text,
  outcome text,
  dealer_id bigint,
  product_id bigint,
  lot_id bigint,
  waybill_id bigint,
  province text,
  owner_id bigint not null,
  due_at timestamp with time zone not null,
  reason text,
  closed_by bigint,
  closed_at timestamp with time zone,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint inspect_case_case_no_key UNIQUE (case_no),
  constraint inspect_case_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  constraint inspect_case_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint inspect_case_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint inspect_case_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot(id),
  constraint inspect_case_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id),
  constraint inspect_case_pkey PRIMARY KEY (id),
  constraint inspect_case_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint inspect_case_waybill_id_fkey FOREIGN KEY (waybill_id) REFERENCES waybill(id),
  constraint inspect_case_check CHECK (((status = 'closed'::text) = ((outcome IS NOT NULL) AND (closed_by IS NOT NULL) AND (closed_at IS NOT NULL)))),
  constraint inspect_case_outcome_check CHECK ((outcome = ANY (ARRAY['right'::text, 'false_alarm'::text]))),
  constraint inspect_case_province_check CHECK ((province ~ '^\d\d0000$'::text)),
  constraint inspect_case_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX inspect_case_created ON inspect_case USING btree (created_at DESC, id DESC);
CREATE INDEX inspect_case_dealer ON inspect_case USING btree (dealer_id, created_at DESC) WHERE (dealer_id IS NOT NULL);
CREATE INDEX inspect_case_open ON inspect_case USING btree (owner_id, due_at) WHERE (status = 'open'::text);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE ON inspect_case FOR EACH ROW EXECUTE FUNCTION note_work();

create table inspect_record (
  id bigint not null generated always as identity,
  code text not null,
  code_id bigint,
  verdict text not null,
  product_id bigint,
  lot text,
  expected_dealer_id bigint,
  found_dealer_id bigint,
  area_code text,
  latitude numeric(8,6),
  longitude numeric(9,6),
  accuracy integer,
  expected jsonb,
  note text,
  inspected_by bigint not null,
  inspected_at timestamp with time zone not null default now(),
  lot_id bigint,
  province text,
  upload_key text,
  event_id bigint,
  finding text,
  label text,
  case_id bigint,
  stop_id bigint,
  judged boolean not null default false,
  constraint inspect_record_case_id_fkey FOREIGN KEY (case_id) REFERENCES inspect_case(id),
  constraint inspect_record_inspected_by_fkey FOREIGN KEY (inspected_by) REFERENCES account(id),
  constraint inspect_record_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot(id),
  constraint inspect_record_pkey PRIMARY KEY (id),
  constraint inspect_record_stop_id_fkey FOREIGN KEY (stop_id) REFERENCES task_stop(id),
  constraint inspect_record_upload_key_key UNIQUE (upload_key),
  constraint inspect_record_check CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint inspect_record_finding_check CHECK ((finding = ANY (ARRAY['wrong_gtin'::text, 'contradictory_code'::text, 'malformed_code'::text]))),
  constraint inspect_record_province_check CHECK ((province ~ '^\d\d0000$'::text)),
  constraint inspect_record_verdict_check CHECK ((verdict = ANY (ARRAY['normal'::text, 'suspected_diversion'::text, 'false_label'::text, 'unknown'::text, 'void'::text])))
);
CREATE INDEX inspect_record_case ON inspect_record USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX inspect_record_code ON inspect_record USING btree (code_id, inspected_at DESC) WHERE (code_id IS NOT NULL);
CREATE INDEX inspect_record_dealer ON inspect_record USING btree (expected_dealer_id, inspected_at DESC) WHERE (expected_dealer_id IS NOT NULL);
CREATE INDEX inspect_record_event ON inspect_record USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX inspect_record_stop ON inspect_record USING btree (stop_id) WHERE (stop_id IS NOT NULL);
CREATE INDEX inspect_record_time ON inspect_record USING btree (inspected_at DESC, id DESC);
CREATE INDEX inspect_record_unjudged ON inspect_record USING btree (id) WHERE (NOT judged);
CREATE INDEX inspect_record_verdict ON inspect_record USING btree (verdict, inspected_at DESC, id DESC);

create table inspect_task (
  id bigint not null generated always as identity,
  task_no text not null,
  case_id bigint not null,
  status text not null default 'open'::text,
  assignee_id bigint not null,
  due_at timestamp with time zone not null,
  note text,
  result text,
  finished_by bigint,
  finished_at timestamp with time zone,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint inspect_task_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES account(id),
  constraint inspect_task_case_id_fkey FOREIGN KEY (case_id) REFERENCES inspect_case(id),
  constraint inspect_task_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint inspect_task_finished_by_fkey FOREIGN KEY (finished_by) REFERENCES account(id),
  constraint inspect_task_pkey PRIMARY KEY (id),
  constraint inspect_task_task_no_key UNIQUE (task_no),
  constraint inspect_task_check CHECK (((status = 'open'::text) = (finished_at IS NULL))),
  constraint inspect_task_status_check CHECK ((status = ANY (ARRAY['open'::text, 'finished'::text, 'withdrawn'::text])))
);
CREATE INDEX inspect_task_case ON inspect_task USING btree (case_id);
CREATE INDEX inspect_task_created ON inspect_task USING btree (created_at DESC, id DESC);
CREATE INDEX inspect_task_open ON inspect_task USING btree (assignee_id, due_at) WHERE (status = 'open'::text);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE ON inspect_task FOR EACH ROW EXECUTE FUNCTION note_work();

create table job (
  id uuid not null,
  kind text not null,
  menu_key text not null,
  state text not null default 'waiting'::text,
  account_id bigint not null,
  ip text not null,
  language text not null,
  source_name text,
  input jsonb not null,
  phase text,
  rows bigint,
  done bigint not null default 0,
  accepted bigint not null default 0,
  refused bigint not null default 0,
  cursor jsonb,
  result jsonb,
  failure jsonb,
  run integer not null default 0,
  tries integer not null default 0,
  run_began_at timestamp with time zone,
  run_began_done bigint not null default 0,
  stop_asked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  seen_at timestamp with time zone,
  ended_at timestamp with time zone,
  turn uuid,
  server uuid,
  kept_bytes bigint not null default 0,
  party text,
  constraint job_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint job_pkey PRIMARY KEY (id),
  constraint job_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'stopped'::text, 'broken'::text])))
);
CREATE INDEX job_account ON job USING btree (account_id, run_began_at);
CREATE INDEX job_created ON job USING btree (created_at DESC);
CREATE INDEX job_open ON job USING btree (kind, created_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX job_party ON job USING btree (party) WHERE (party IS NOT NULL);

create table job_file_piece (
  job_id uuid not null,
  file text not null,
  position bigint not null,
  bytes bytea not null,
  constraint job_file_piece_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id) ON DELETE CASCADE,
  constraint job_file_piece_pkey PRIMARY KEY (job_id, file, "position"),
  constraint job_file_piece_file_check CHECK ((file = ANY (ARRAY['original'::text, 'refusals'::text])))
);

create table key_call (
  account_id bigint not null,
  idempotency_key text not null,
  call text not null,
  fingerprint bytea not null,
  status smallint,
  answer text,
  at timestamp with time zone not null default now(),
  constraint key_call_pkey PRIMARY KEY (account_id, idempotency_key),
  constraint key_call_check CHECK (((status IS NULL) = (answer IS NULL)))
);
CREATE INDEX key_call_at ON key_call USING btree (at);

create table known_network (
  account_id bigint not null,
  network text not null,
  seen_at timestamp with time zone not null,
  constraint known_network_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint known_network_pkey PRIMARY KEY (account_id, network)
);

create table last_sign_in (
  account_id bigint not null,
  at timestamp with time zone,
  ip text,
  two_step_last bigint,
  constraint last_sign_in_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint last_sign_in_pkey PRIMARY KEY (account_id)
);

create table lease_return (
  id bigint not null generated always as identity,
  lease_id bigint not null,
  work_order_id bigint not null,
  codes bigint not null,
  reason text not null,
  returned_by bigint not null,
  returned_at timestamp with time zone not null default now(),
  constraint lease_return_lease_id_fkey FOREIGN KEY (lease_id) REFERENCES code_lease(id),
  constraint lease_return_pkey PRIMARY KEY (id),
  constraint lease_return_returned_by_fkey FOREIGN KEY (returned_by) REFERENCES account(id),
  constraint lease_return_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id)
);
CREATE INDEX lease_return_lease ON lease_return USING btree (lease_id);
CREATE INDEX lease_return_order ON lease_return USING btree (work_order_id);

create table line_alarm (
  id bigint not null generated always as identity,
  line_id bigint not null,
  work_order_id bigint,
  kind text not null,
  value bigint not null,
  limit_value bigint not null,
  raised_at timestamp with time zone not null default now(),
  cleared_at timestamp with time zone,
  acknowledged_by bigint,
  acknowledged_at timestamp with time zone,
  note text,
  constraint line_alarm_pkey PRIMARY KEY (id),
  constraint line_alarm_kind_check CHECK ((kind = ANY (ARRAY['silent'::text, 'standing'::text, 'queue'::text, 'codes'::text, 'refusals'::text])))
);
CREATE UNIQUE INDEX line_alarm_raised ON line_alarm USING btree (line_id, kind) WHERE (cleared_at IS NULL);
CREATE INDEX line_alarm_time ON line_alarm USING btree (raised_at DESC, id DESC);
CREATE INDEX line_alarm_waiting ON line_alarm USING btree (raised_at) WHERE ((cleared_at IS NULL) AND (acknowledged_at IS NULL));
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF cleared_at, acknowledged_at ON line_alarm FOR EACH ROW EXECUTE FUNCTION note_work();

create table line_clearance (
  id bigint not null generated always as identity,
  clearance_no text not null,
  status text not null default 'prepared'::text,
  line_id bigint not null,
  work_order_id bigint not null,
  labels_expected bigint not null,
  labels_left bigint not null,
  labels_destroyed bigint not null,
  leased_left bigint not null,
  difference_reason text,
  checks jsonb not null,
  prepared_by bigint not null,
  prepared_name text not null,
  prepared_at timestamp with time zone not null,
  signed_by bigint,
  signed_name text,
  signed_at timestamp with time zone,
  taken_back_reason text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  labels_printed bigint not null default 0,
  labels_used bigint not null default 0,
  labels_scrapped bigint not null default 0,
  codes_returned bigint not null default 0,
  constraint line_clearance_pkey PRIMARY KEY (id),
  constraint line_clearance_prepared_by_fkey FOREIGN KEY (prepared_by) REFERENCES account(id),
  constraint line_clearance_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES account(id),
  constraint line_clearance_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id),
  constraint line_clearance_status_check CHECK ((status = ANY (ARRAY['prepared'::text, 'signed'::text])))
);
CREATE UNIQUE INDEX line_clearance_code_key ON line_clearance USING btree (clearance_no);
CREATE INDEX line_clearance_order ON line_clearance USING btree (work_order_id);
CREATE INDEX line_clearance_prepared ON line_clearance USING btree (prepared_at DESC, id DESC);
CREATE INDEX line_clearance_to_sign ON line_clearance USING btree (id) WHERE (status = 'prepared'::text);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF status ON line_clearance FOR EACH ROW EXECUTE FUNCTION note_work();

create table line_clearance_label (
  line_clearance_id bigint not null,
  event_id bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  constraint line_clearance_label_line_clearance_id_fkey FOREIGN KEY (line_clearance_id) REFERENCES line_clearance(id),
  constraint line_clearance_label_pkey PRIMARY KEY (line_clearance_id, first_id)
);

create table line_minute (
  line_id bigint not null,
  minute timestamp with time zone not null,
  work_order_id bigint,
  made bigint,
  queue bigint,
  taken bigint not null default 0,
  refused bigint not null default 0,
  refusals jsonb not null default '[]'::jsonb,
  constraint line_minute_pkey PRIMARY KEY (line_id, minute)
);

create table line_period (
  line_id bigint not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  work_order_id bigint not null,
  team_id bigint not null default 0,
  shift_day date not null,
  running_seconds bigint not null,
  short_seconds bigint not null,
  nominal_speed integer,
  constraint line_period_pkey PRIMARY KEY (line_id, begins_at),
  constraint line_period_time_check CHECK ((begins_at <= ends_at))
);
CREATE INDEX line_period_day ON line_period USING btree (shift_day, line_id);

create table line_progress (
  line_id bigint not null,
  derived_until timestamp with time zone,
  dirty_from timestamp with time zone,
  constraint line_progress_pkey PRIMARY KEY (line_id)
);

create table line_stop (
  id bigint not null generated always as identity,
  line_id bigint not null,
  work_order_id bigint not null,
  team_id bigint not null default 0,
  shift_day date not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  goes_on boolean not null default false,
  source text not null,
  state text,
  device_reason text,
  reason_id bigint,
  reason_from text,
  note text,
  given_by bigint,
  given_at timestamp with time zone,
  void_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint line_stop_pkey PRIMARY KEY (id),
  constraint line_stop_reason_from_check CHECK ((reason_from = ANY (ARRAY['person'::text, 'device'::text]))),
  constraint line_stop_source_check CHECK ((source = ANY (ARRAY['states'::text, 'acts'::text, 'silent'::text]))),
  constraint line_stop_state_check CHECK ((state = ANY (ARRAY['clearing'::text, 'stopped'::text, 'starting'::text, 'idle'::text, 'suspended'::text, 'execute'::text, 'stopping'::text, 'aborting'::text, 'aborted'::text, 'holding'::text, 'held'::text, 'unholding'::text, 'suspending'::text, 'unsuspending'::text, 'resetting'::text, 'completing'::text, 'complete'::text, 'executing'::text, 'not_executing'::text, 'out_of_service'::text, 'not_available'::text]))),
  constraint line_stop_time_check CHECK ((begins_at <= ends_at))
);
CREATE INDEX line_stop_day ON line_stop USING btree (shift_day, line_id);
CREATE INDEX line_stop_line ON line_stop USING btree (line_id, begins_at);
CREATE INDEX line_stop_open ON line_stop USING btree (begins_at) WHERE ((reason_id IS NULL) AND (void_at IS NULL));
CREATE INDEX line_stop_reason ON line_stop USING btree (reason_id);
CREATE INDEX line_stop_time ON line_stop USING btree (begins_at DESC, id DESC);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF reason_id, void_at ON line_stop FOR EACH ROW EXECUTE FUNCTION note_work();

create table line_stretch (
  id bigint not null generated always as identity,
  line_id bigint not null,
  work_order_id bigint not null,
  condition text not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  reads bigint not null default 0,
  good_reads bigint not null default 0,
  state text,
  reason text,
  constraint line_stretch_pkey PRIMARY KEY (id),
  constraint line_stretch_condition_check CHECK ((condition = ANY (ARRAY['running'::text, 'standing'::text]))),
  constraint line_stretch_time_check CHECK ((begins_at <= ends_at))
);
CREATE INDEX line_stretch_line ON line_stretch USING btree (line_id, id DESC);
CREATE INDEX line_stretch_order ON line_stretch USING btree (work_order_id);
CREATE INDEX line_stretch_time ON line_stretch USING btree (line_id, ends_at);

create table line_watch (
  line_id bigint not null,
  told_until timestamp with time zone not null,
  work_order_id bigint,
  constraint line_watch_pkey PRIMARY KEY (line_id)
);

create table list_view (
  id bigint not null generated always as identity,
  list text not null,
  view_name text not null,
  account_id bigint,
  query text not null,
  columns text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint list_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint list_view_pkey PRIMARY KEY (id)
);
CREATE INDEX list_view_account ON list_view USING btree (account_id);
CREATE UNIQUE INDEX list_view_name_key ON list_view USING btree (list, COALESCE(account_id, (0)::bigint), lower(view_name));

create table loading_rule (
  warehouse_id bigint not null,
  reason text not null,
  policy text not null,
  constraint loading_rule_pkey PRIMARY KEY (warehouse_id, reason),
  constraint loading_rule_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouse(id) ON DELETE CASCADE,
  constraint loading_rule_policy_check CHECK ((policy = ANY (ARRAY['refuse'::text, 'warn'::text, 'allow'::text])))
);

create table login_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  account_id bigint,
  account_name text not null,
  result text not null,
  reason text,
  ip text not null,
  region text not null,
  device text not null,
  claimed_ip text,
  constraint login_log_pkey PRIMARY KEY (id),
  constraint login_log_reason_check CHECK ((reason = ANY (ARRAY['unknown_account'::text, 'wrong_password'::text, 'wrong_type'::text, 'account_disabled'::text, 'party_disabled'::text, 'wrong_code'::text, 'recovery_code'::text, 'locked'::text, 'changing_own_secrets'::text]))),
  constraint login_log_result_check CHECK ((result = ANY (ARRAY['success'::text, 'failure'::text, 'locked'::text, 'notice'::text])))
);
CREATE INDEX login_log_account ON login_log USING btree (account_id, at DESC);
CREATE INDEX login_log_at ON login_log USING btree (at DESC, id DESC);
CREATE INDEX login_log_ip ON login_log USING btree (ip, at DESC);
CREATE INDEX login_log_name ON login_log USING btree (lower(account_name) text_pattern_ops, at DESC);
CREATE INDEX login_log_result ON login_log USING btree (result, at DESC, id DESC);

create table lot (
  id bigint not null generated always as identity,
  product_id bigint not null,
  lot_no text not null,
  production_date date,
  expiry_date date,
  quality_released_at timestamp with time zone,
  quality_released_by bigint,
  market_released_at timestamp with time zone,
  market_released_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  quality_reason text,
  constraint lot_market_released_by_fkey FOREIGN KEY (market_released_by) REFERENCES account(id),
  constraint lot_pkey PRIMARY KEY (id),
  constraint lot_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint lot_quality_released_by_fkey FOREIGN KEY (quality_released_by) REFERENCES account(id),
  constraint lot_check CHECK ((expiry_date >= production_date)),
  constraint lot_check1 CHECK (((quality_released_at IS NULL) = (quality_released_by IS NULL))),
  constraint lot_check2 CHECK (((market_released_at IS NULL) = (market_released_by IS NULL))),
  constraint lot_check3 CHECK (((market_released_at IS NULL) OR (quality_released_at IS NOT NULL)))
);
CREATE INDEX lot_in_any_case ON lot USING btree (product_id, lower(lot_no));
CREATE UNIQUE INDEX lot_key ON lot USING btree (product_id, lot_no);

create table lot_release_taken_back (
  id bigint not null generated always as identity,
  lot_id bigint not null,
  release text not null,
  released_by bigint not null,
  released_at timestamp with time zone not null,
  taken_back_by bigint not null,
  taken_back_at timestamp with time zone not null default now(),
  reason text not null,
  constraint lot_release_taken_back_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot(id),
  constraint lot_release_taken_back_pkey PRIMARY KEY (id),
  constraint lot_release_taken_back_released_by_fkey FOREIGN KEY (released_by) REFERENCES account(id),
  constraint lot_release_taken_back_taken_back_by_fkey FOREIGN KEY (taken_back_by) REFERENCES account(id),
  constraint lot_release_taken_back_release_check CHECK ((release = ANY (ARRAY['quality'::text, 'market'::text])))
);
CREATE INDEX lot_release_taken_back_lot ON lot_release_taken_back USING btree (lot_id);

create table lot_result (
  id bigint not null generated always as identity,
  lot_id bigint not null,
  plan_id bigint not null,
  passed boolean not null,
  note text,
  given_by bigint not null,
  given_at timestamp with time zone not null default now(),
  withdrawn_by bigint,
  withdrawn_at timestamp with time zone,
  withdrawal_reason text,
  work_order_id bigint not null,
  constraint lot_result_given_by_fkey FOREIGN KEY (given_by) REFERENCES account(id),
  constraint lot_result_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot(id),
  constraint lot_result_pkey PRIMARY KEY (id),
  constraint lot_result_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES sample_plan(id),
  constraint lot_result_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES account(id),
  constraint lot_result_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id)
);
CREATE INDEX lot_result_lot ON lot_result USING btree (lot_id, plan_id, id DESC);
CREATE INDEX lot_result_order ON lot_result USING btree (work_order_id);
CREATE INDEX lot_result_plan ON lot_result USING btree (plan_id);

create table market_sighting (
  day date not null,
  dealer_id bigint not null,
  product_id bigint not null,
  lot_id bigint not null,
  province text not null,
  codes bigint not null,
  also bigint not null default 0,
  constraint market_sighting_pkey PRIMARY KEY (day, dealer_id, product_id, lot_id, province)
);

create table master_key (
  id bigint not null generated always as identity,
  mark text not null,
  began_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  last_record_id bigint,
  last_record_mac text,
  audit_key_sealed bytea,
  recovery_key_sealed bytea,
  constraint master_key_mark_key UNIQUE (mark),
  constraint master_key_pkey PRIMARY KEY (id),
  constraint master_key_check CHECK ((num_nulls(retired_at, last_record_id, last_record_mac, audit_key_sealed, recovery_key_sealed) = ANY (ARRAY[0, 5])))
);
CREATE UNIQUE INDEX master_key_in_use ON master_key USING btree (((retired_at IS NULL))) WHERE (retired_at IS NULL);

create table material (
  id bigint not null generated always as identity,
  material_code text not null,
  material_name text not null,
  kind text not null,
  spec text,
  unit text,
  shelf_life_days integer,
  supplier_id bigint,
  remark text,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  gtin text,
  constraint material_pkey PRIMARY KEY (id),
  constraint material_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES packaging_supplier(id),
  constraint material_gtin_check CHECK ((gtin ~ '^\d{14}$'::text)),
  constraint material_kind_check CHECK ((kind = ANY (ARRAY['raw'::text, 'packaging'::text]))),
  constraint material_shelf_life_days_check CHECK ((shelf_life_days >= 1)),
  constraint material_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint material_supplier_packaging CHECK (((supplier_id IS NULL) OR (kind = 'packaging'::text)))
);
CREATE INDEX material_by_change ON material USING btree (updated_at, id);
CREATE INDEX material_by_code ON material USING btree (material_code, id);
CREATE INDEX material_by_name ON material USING btree (material_name, id);
CREATE UNIQUE INDEX material_code_key ON material USING btree (lower(material_code));
CREATE INDEX material_created ON material USING btree (created_at DESC, id DESC);
CREATE INDEX material_disabled ON material USING btree (created_at DESC, id DESC) WHERE (status = 'disabled'::text);
CREATE UNIQUE INDEX material_gtin_key ON material USING btree (gtin) WHERE (gtin IS NOT NULL);
CREATE INDEX material_search ON material USING gin (search_grams);
CREATE INDEX material_supplier ON material USING btree (supplier_id);

create table material_use (
  id bigint not null generated always as identity,
  work_order_id bigint not null,
  material_id bigint not null,
  material_lot text not null,
  supplier text,
  amount double precision not null,
  unit text,
  expiry_date date,
  expired_reason text,
  used_at timestamp with time zone not null,
  source text not null,
  label text,
  used_by bigint not null,
  created_at timestamp with time zone not null default now(),
  corrects bigint,
  correction_reason text,
  constraint material_use_corrects_fkey FOREIGN KEY (corrects) REFERENCES material_use(id),
  constraint material_use_corrects_key UNIQUE (corrects),
  constraint material_use_material_id_fkey FOREIGN KEY (material_id) REFERENCES material(id),
  constraint material_use_pkey PRIMARY KEY (id),
  constraint material_use_used_by_fkey FOREIGN KEY (used_by) REFERENCES account(id),
  constraint material_use_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id),
  constraint material_use_amount_check CHECK ((amount >= (0)::double precision)),
  constraint material_use_check CHECK (((corrects IS NULL) = (correction_reason IS NULL))),
  constraint material_use_source_check CHECK ((source = ANY (ARRAY['scan'::text, 'form'::text, 'import'::text])))
);
CREATE INDEX material_use_created ON material_use USING btree (created_at DESC, id DESC);
CREATE INDEX material_use_lot ON material_use USING btree (lower(material_lot), material_id);
CREATE INDEX material_use_maker ON material_use USING btree (used_by);
CREATE INDEX material_use_material ON material_use USING btree (material_id);
CREATE INDEX material_use_order ON material_use USING btree (work_order_id, id DESC);

create table menu_button (
  menu_button_code text not null,
  menu_key text not null,
  added boolean not null,
  enabled boolean not null default true,
  names jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint menu_button_pkey PRIMARY KEY (menu_button_code),
  constraint rights_changed TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX menu_button_menu ON menu_button USING btree (menu_key);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON menu_button DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table menu_setting (
  menu_key text not null,
  enabled boolean not null default true,
  place integer,
  names jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  always_show boolean not null default false,
  constraint menu_setting_pkey PRIMARY KEY (menu_key),
  constraint rights_changed TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON menu_setting DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table notice (
  id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  params jsonb not null default '{}'::jsonb,
  leads jsonb not null default '[]'::jsonb,
  about text,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  due_at timestamp with time zone,
  cause text,
  outbox_no bigint,
  constraint notice_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint notice_pkey PRIMARY KEY (id)
);
CREATE INDEX notice_about ON notice USING btree (about) WHERE (read_at IS NULL);
CREATE INDEX notice_account ON notice USING btree (account_id, id DESC);
CREATE UNIQUE INDEX notice_cause ON notice USING btree (account_id, cause) WHERE (cause IS NOT NULL);
CREATE UNIQUE INDEX notice_outbox ON notice USING btree (outbox_no) WHERE (outbox_no IS NOT NULL);
CREATE INDEX notice_time ON notice USING btree (created_at);
CREATE INDEX notice_unnumbered ON notice USING btree (id) WHERE (outbox_no IS NULL);
CREATE INDEX notice_unread ON notice USING btree (account_id) WHERE (read_at IS NULL);

create table order_allowance (
  id bigint not null generated always as identity,
  work_order_id bigint not null,
  quantity bigint not null,
  reason text not null,
  allowed_by bigint not null,
  allowed_at timestamp with time zone not null default now(),
  constraint order_allowance_allowed_by_fkey FOREIGN KEY (allowed_by) REFERENCES account(id),
  constraint order_allowance_pkey PRIMARY KEY (id),
  constraint order_allowance_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id),
  constraint order_allowance_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000000)))
);
CREATE INDEX order_allowance_order ON order_allowance USING btree (work_order_id);

create table order_field (
  id bigint not null generated always as identity,
  field_code text not null,
  label jsonb not null,
  kind text not null,
  choices text[] not null default '{}'::text[],
  required boolean not null default false,
  sort integer not null default 0,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  choices_translations jsonb not null default '{}'::jsonb,
  constraint order_field_pkey PRIMARY KEY (id),
  constraint order_field_check CHECK (((kind = 'choice'::text) = (cardinality(choices) > 0))),
  constraint order_field_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'choice'::text, 'picture'::text]))),
  constraint order_field_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint order_field_translations_check CHECK ((is_localised(label) AND (label ? 'zh'::text) AND is_localised_list(choices_translations)))
);
CREATE UNIQUE INDEX order_field_code_key ON order_field USING btree (lower(field_code));

create table order_run (
  id bigint not null generated always as identity,
  work_order_id bigint not null,
  line_id bigint not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  constraint order_run_pkey PRIMARY KEY (id),
  constraint order_run_time_check CHECK ((begins_at <= ends_at))
);
CREATE INDEX order_run_line ON order_run USING btree (line_id, begins_at);
CREATE UNIQUE INDEX order_run_open ON order_run USING btree (work_order_id) WHERE (ends_at IS NULL);

create table outbox_cursor (
  channel text not null,
  outbox_no bigint not null,
  constraint outbox_cursor_pkey PRIMARY KEY (channel)
);

create table package (
  code bigint not null,
  packed_by bigint not null,
  work_order_id bigint,
  product_id bigint,
  lot_id bigint,
  units integer not null,
  children integer not null,
  capacity integer,
  level smallint not null,
  complete boolean not null,
  seen boolean not null,
  mixed jsonb,
  constraint package_pkey PRIMARY KEY (code),
  constraint package_children_check CHECK ((children >= 0)),
  constraint package_units_check CHECK ((units >= 0))
);
CREATE INDEX package_lot ON package USING btree (lot_id) WHERE (lot_id IS NOT NULL);
CREATE INDEX package_of_no_lot ON package USING btree (product_id) WHERE (lot_id IS NULL);
CREATE INDEX package_order ON package USING btree (work_order_id, level) WHERE (work_order_id IS NOT NULL);
CREATE INDEX package_packed_by ON package USING btree (packed_by);

create table packaging_supplier (
  id bigint not null generated always as identity,
  supplier_code text not null,
  supplier_name text not null,
  contact text,
  phone text,
  area_code text,
  address text,
  licence_no text,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint packaging_supplier_pkey PRIMARY KEY (id),
  constraint packaging_supplier_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE INDEX packaging_supplier_by_change ON packaging_supplier USING btree (updated_at, id);
CREATE INDEX packaging_supplier_by_code ON packaging_supplier USING btree (supplier_code, id);
CREATE INDEX packaging_supplier_by_name ON packaging_supplier USING btree (supplier_name, id);
CREATE UNIQUE INDEX packaging_supplier_code_key ON packaging_supplier USING btree (lower(supplier_code));
CREATE INDEX packaging_supplier_created ON packaging_supplier USING btree (created_at DESC, id DESC);
CREATE INDEX packaging_supplier_disabled ON packaging_supplier USING btree (created_at DESC, id DESC) WHERE (status = 'disabled'::text);
CREATE INDEX packaging_supplier_search ON packaging_supplier USING gin (search_grams);

create table packaging_unit (
  id bigint not null generated always as identity,
  unit_code text not null,
  level smallint not null,
  symbol jsonb not null,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint packaging_unit_pkey PRIMARY KEY (id),
  constraint packaging_unit_level_check CHECK ((level = ANY (ARRAY[1, 2, 3, 4, 5]))),
  constraint packaging_unit_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint packaging_unit_symbol_check CHECK ((is_localised(symbol) AND (symbol ? 'zh'::text)))
);
CREATE UNIQUE INDEX packaging_unit_code_key ON packaging_unit USING btree (lower(unit_code));

create table packing (
  child bigint not null,
  parent bigint not null,
  packed_by bigint not null,
  constraint packing_pkey PRIMARY KEY (child),
  constraint packing_check CHECK ((child <> parent))
);
CREATE INDEX packing_parent ON packing USING btree (parent) WITH (fillfactor='100');

create table packing_past (
  child bigint not null,
  parent bigint not null,
  packed_by bigint not null,
  undone_by bigint not null,
  constraint packing_past_pkey PRIMARY KEY (child, undone_by)
);
CREATE INDEX packing_past_parent ON packing_past USING btree (parent);
CREATE INDEX packing_past_undone_by ON packing_past USING btree (undone_by);

create table partner (
  id bigint not null generated always as identity,
  partner_code text not null,
  partner_name text not null,
  gln text,
  status text not null default 'enabled'::text,
  remark text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  sends text,
  gets text,
  profile_in text,
  profile_out text,
  gs1_prefixes text,
  constraint partner_pkey PRIMARY KEY (id),
  constraint partner_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX partner_code_key ON partner USING btree (lower(partner_code));
CREATE UNIQUE INDEX partner_gln_key ON partner USING btree (gln);
CREATE INDEX partner_search ON partner USING gin (search_grams);

create table picture (
  hash text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone not null default now(),
  constraint picture_pkey PRIMARY KEY (hash),
  constraint picture_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX picture_sent ON picture USING btree (sent_at);

create table place (
  id bigint not null generated always as identity,
  kind text not null,
  ref_id bigint not null,
  constraint place_pkey PRIMARY KEY (id),
  constraint place_kind_check CHECK ((kind = ANY (ARRAY['warehouse'::text, 'factory'::text, 'line'::text, 'ship_to'::text, 'dealer'::text, 'waybill'::text, 'refund'::text, 'outside'::text, 'lost'::text, 'missing'::text])))
);
CREATE UNIQUE INDEX place_key ON place USING btree (kind, ref_id);

create table plant_item (
  id bigint not null generated always as identity,
  kind text not null,
  item_name text not null,
  sort integer not null default 0,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint plant_item_pkey PRIMARY KEY (id),
  constraint plant_item_kind_check CHECK ((kind = ANY (ARRAY['scrap'::text, 'sample'::text, 'reject'::text, 'reprint'::text, 'clearance'::text, 'lease'::text]))),
  constraint plant_item_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);

create table position (
  id bigint not null generated always as identity,
  department_id bigint not null,
  position_name text not null,
  description text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint position_department_id_fkey FOREIGN KEY (department_id) REFERENCES department(id),
  constraint position_id_department_id_key UNIQUE (id, department_id),
  constraint position_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX position_name_key ON "position" USING btree (department_id, lower(position_name));

create table position_role (
  position_id bigint not null,
  role_id bigint not null,
  constraint position_role_pkey PRIMARY KEY (position_id, role_id),
  constraint position_role_position_id_fkey FOREIGN KEY (position_id) REFERENCES "position"(id) ON DELETE CASCADE,
  constraint position_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id),
  constraint rights_changed TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX position_role_role ON position_role USING btree (role_id);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON position_role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table printed_codes (
  event_id bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  constraint printed_codes_pkey PRIMARY KEY (event_id, first_id),
  constraint printed_codes_check CHECK ((last_id >= first_id))
);
CREATE INDEX printed_codes_first ON printed_codes USING btree (first_id);
CREATE INDEX printed_codes_last ON printed_codes USING btree (last_id);

create table product (
  id bigint not null generated always as identity,
  product_code text not null,
  product_name text not null,
  gtin text,
  spec text,
  status text not null default 'enabled'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  brand_id bigint,
  unit_id bigint,
  hierarchy_id bigint,
  category text,
  shelf_life_days integer,
  pictures text[] not null default '{}'::text[],
  description jsonb not null default '{}'::jsonb,
  extension jsonb not null default '{}'::jsonb,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  product_name_translations jsonb not null default '{}'::jsonb,
  spec_translations jsonb not null default '{}'::jsonb,
  rule_ids bigint[] not null default '{}'::bigint[],
  min_remaining_days integer,
  constraint product_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brand(id),
  constraint product_hierarchy_id_fkey FOREIGN KEY (hierarchy_id) REFERENCES hierarchy(id),
  constraint product_pkey PRIMARY KEY (id),
  constraint product_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES packaging_unit(id),
  constraint product_min_remaining_days_check CHECK ((min_remaining_days > 0)),
  constraint product_shelf_life_days_check CHECK ((shelf_life_days >= 1)),
  constraint product_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint product_translations_check CHECK ((is_localised(product_name_translations) AND is_localised(spec_translations)))
);
CREATE INDEX product_brand ON product USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX product_by_change ON product USING btree (updated_at, id);
CREATE INDEX product_by_code ON product USING btree (product_code, id);
CREATE INDEX product_by_gtin ON product USING btree (gtin, id);
CREATE INDEX product_by_name ON product USING btree (product_name, id);
CREATE INDEX product_category ON product USING btree (category, created_at DESC, id DESC);
CREATE UNIQUE INDEX product_code_key ON product USING btree (lower(product_code));
CREATE INDEX product_created ON product USING btree (created_at DESC, id DESC);
CREATE INDEX product_extension ON product USING gin (extension);
CREATE UNIQUE INDEX product_gtin_key ON product USING btree (lpad(gtin, 14, '0'::text)) WHERE ((status = 'enabled'::text) AND (gtin IS NOT NULL) AND (id <> ALL ('{}'::bigint[])));
CREATE INDEX product_hierarchy ON product USING btree (hierarchy_id);
CREATE INDEX product_search ON product USING gin (search_grams);
CREATE INDEX product_status ON product USING btree (status, created_at DESC, id DESC);
CREATE INDEX product_unit ON product USING btree (unit_id);

create table product_field (
  id bigint not null generated always as identity,
  field_code text not null,
  label jsonb not null,
  kind text not null,
  choices text[] not null default '{}'::text[],
  required boolean not null default false,
  shown_to_consumers boolean not null default false,
  sort integer not null default 0,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  choices_translations jsonb not null default '{}'::jsonb,
  constraint product_field_pkey PRIMARY KEY (id),
  constraint product_field_check CHECK (((kind = 'choice'::text) = (cardinality(choices) > 0))),
  constraint product_field_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'choice'::text, 'picture'::text]))),
  constraint product_field_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint product_field_translations_check CHECK ((is_localised(label) AND (label ? 'zh'::text) AND is_localised_list(choices_translations)))
);
CREATE UNIQUE INDEX product_field_code_key ON product_field USING btree (lower(field_code));

create table production_line (
  id bigint not null generated always as identity,
  workshop_id bigint not null,
  line_code text not null,
  line_name text not null,
  nominal_speed integer,
  stations jsonb not null default '[]'::jsonb,
  remark text,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  gln text,
  gln_extension text,
  orders_at_once text not null default 'one'::text,
  silent_limit integer,
  standing_limit integer,
  queue_limit integer,
  codes_limit integer,
  refusals_limit integer,
  clearance text not null default 'none'::text,
  constraint production_line_pkey PRIMARY KEY (id),
  constraint production_line_workshop_id_fkey FOREIGN KEY (workshop_id) REFERENCES workshop(id),
  constraint production_line_clearance_check CHECK ((clearance = ANY (ARRAY['none'::text, 'required'::text]))),
  constraint production_line_gln_check CHECK ((gln ~ '^\d{13}$'::text)),
  constraint production_line_gln_extension_check CHECK (((gln_extension IS NULL) OR (gln IS NOT NULL))),
  constraint production_line_nominal_speed_check CHECK ((nominal_speed >= 1)),
  constraint production_line_orders_at_once_check CHECK ((orders_at_once = ANY (ARRAY['one'::text, 'several'::text]))),
  constraint production_line_stations_check CHECK ((jsonb_typeof(stations) = 'array'::text)),
  constraint production_line_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX production_line_code_key ON production_line USING btree (lower(line_code));
CREATE INDEX production_line_workshop ON production_line USING btree (workshop_id);

create table quality_hold (
  id bigint not null generated always as identity,
  hold_no text not null,
  status text not null default 'held'::text,
  scope_kind text not null,
  scope text not null,
  reason text not null,
  owner_id bigint not null,
  due_at timestamp with time zone not null,
  released_at timestamp with time zone,
  released_by bigint,
  release_reason text,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  waybill_id bigint,
  constraint quality_hold_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint quality_hold_hold_no_key UNIQUE (hold_no),
  constraint quality_hold_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id),
  constraint quality_hold_pkey PRIMARY KEY (id),
  constraint quality_hold_released_by_fkey FOREIGN KEY (released_by) REFERENCES account(id),
  constraint quality_hold_waybill_id_fkey FOREIGN KEY (waybill_id) REFERENCES waybill(id),
  constraint quality_hold_check CHECK (((status = 'released'::text) = (released_at IS NOT NULL))),
  constraint quality_hold_scope_kind_check CHECK ((scope_kind = ANY (ARRAY['lot'::text, 'work_order'::text, 'material_lot'::text, 'codes'::text, 'range'::text, 'place'::text]))),
  constraint quality_hold_status_check CHECK ((status = ANY (ARRAY['held'::text, 'released'::text])))
);
CREATE INDEX quality_hold_created ON quality_hold USING btree (created_at DESC, id DESC);
CREATE INDEX quality_hold_due ON quality_hold USING btree (due_at) WHERE (status = 'held'::text);
CREATE INDEX quality_hold_waybill ON quality_hold USING btree (waybill_id) WHERE (waybill_id IS NOT NULL);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE ON quality_hold FOR EACH ROW EXECUTE FUNCTION note_work();

create table recall (
  id bigint not null generated always as identity,
  recall_no text not null,
  status text not null default 'planned'::text,
  drill boolean not null,
  scope_kind text not null,
  scope text not null,
  reason text not null,
  in_force boolean not null default false,
  begun_at timestamp with time zone,
  begun_by bigint,
  closed_at timestamp with time zone,
  closed_by bigint,
  close_note text,
  balance jsonb,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  widens_id bigint,
  acknowledge_hours integer not null default 24,
  answer_hours integer not null default 72,
  tells boolean not null default true,
  target_minutes integer,
  instructions text,
  listed_at timestamp with time zone,
  constraint recall_begun_by_fkey FOREIGN KEY (begun_by) REFERENCES account(id),
  constraint recall_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  constraint recall_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint recall_pkey PRIMARY KEY (id),
  constraint recall_recall_no_key UNIQUE (recall_no),
  constraint recall_widens_id_fkey FOREIGN KEY (widens_id) REFERENCES recall(id),
  constraint recall_acknowledge_hours_check CHECK (((acknowledge_hours >= 1) AND (acknowledge_hours <= 2160))),
  constraint recall_answer_hours_check CHECK (((answer_hours >= 1) AND (answer_hours <= 2160))),
  constraint recall_check CHECK ((NOT (in_force AND drill))),
  constraint recall_check1 CHECK (((status = 'planned'::text) = (begun_at IS NULL))),
  constraint recall_check2 CHECK (((status = 'closed'::text) = ((closed_at IS NOT NULL) AND (balance IS NOT NULL)))),
  constraint recall_scope_kind_check CHECK ((scope_kind = ANY (ARRAY['lot'::text, 'work_order'::text, 'material_lot'::text, 'codes'::text, 'range'::text, 'lots'::text]))),
  constraint recall_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'begun'::text, 'closed'::text]))),
  constraint recall_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000))),
  constraint recall_widens_id_check CHECK ((widens_id <> id))
);
CREATE INDEX recall_begun ON recall USING btree (id) WHERE (status = 'begun'::text);
CREATE INDEX recall_created ON recall USING btree (created_at DESC, id DESC);
CREATE INDEX recall_in_force ON recall USING btree (id) WHERE in_force;
CREATE INDEX recall_open ON recall USING btree (begun_by) WHERE (status = 'begun'::text);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE ON recall FOR EACH ROW EXECUTE FUNCTION note_work();

create table recall_answer (
  id bigint not null generated always as identity,
  notice_id bigint not null,
  line_id bigint not null,
  at timestamp with time zone not null default now(),
  by_id bigint not null,
  on_hand bigint not null,
  quarantined bigint not null,
  returned bigint not null,
  destroyed bigint not null,
  note text,
  constraint recall_answer_by_id_fkey FOREIGN KEY (by_id) REFERENCES account(id),
  constraint recall_answer_line_id_fkey FOREIGN KEY (line_id) REFERENCES recall_notice_line(id) ON DELETE CASCADE,
  constraint recall_answer_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES recall_notice(id) ON DELETE CASCADE,
  constraint recall_answer_pkey PRIMARY KEY (id)
);
CREATE INDEX recall_answer_notice ON recall_answer USING btree (notice_id, id);

create table recall_goods (
  id bigint not null generated always as identity,
  recall_id bigint not null,
  lot_id bigint,
  code bigint,
  chosen boolean not null default true,
  released boolean not null default false,
  constraint recall_goods_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot(id),
  constraint recall_goods_pkey PRIMARY KEY (id),
  constraint recall_goods_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recall(id) ON DELETE CASCADE,
  constraint recall_goods_check CHECK ((num_nonnulls(lot_id, code) = 1))
);
CREATE UNIQUE INDEX recall_goods_code ON recall_goods USING btree (recall_id, code) WHERE (code IS NOT NULL);
CREATE UNIQUE INDEX recall_goods_lot ON recall_goods USING btree (recall_id, lot_id) WHERE (lot_id IS NOT NULL);

create table recall_notice (
  id bigint not null generated always as identity,
  recall_id bigint not null,
  recall_no text not null,
  drill boolean not null,
  scope text not null,
  reason text not null,
  instructions text,
  status text not null default 'sent'::text,
  dealer_id bigint,
  factory_id bigint,
  warehouse_id bigint,
  receiver text not null,
  parent_id bigint,
  passed_by text,
  passed_by_dealer_id bigint,
  units bigint not null,
  accounted bigint not null default 0,
  acknowledge_by timestamp with time zone not null,
  acknowledged_at timestamp with time zone,
  acknowledged_by bigint,
  answer_by timestamp with time zone not null,
  answered_at timestamp with time zone,
  reminded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint recall_notice_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES account(id),
  constraint recall_notice_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint recall_notice_factory_id_fkey FOREIGN KEY (factory_id) REFERENCES factory(id),
  constraint recall_notice_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES recall_notice(id),
  constraint recall_notice_passed_by_dealer_id_fkey FOREIGN KEY (passed_by_dealer_id) REFERENCES dealer(id),
  constraint recall_notice_pkey PRIMARY KEY (id),
  constraint recall_notice_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recall(id),
  constraint recall_notice_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint recall_notice_check CHECK (((passed_by IS NULL) = (parent_id IS NULL))),
  constraint recall_notice_check1 CHECK (((passed_by_dealer_id IS NULL) = (parent_id IS NULL))),
  constraint recall_notice_check2 CHECK (((accounted >= 0) AND (accounted <= units))),
  constraint recall_notice_check3 CHECK (((acknowledged_by IS NULL) = (acknowledged_at IS NULL))),
  constraint recall_notice_check4 CHECK ((num_nonnulls(dealer_id, factory_id, warehouse_id) = 1)),
  constraint recall_notice_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'acknowledged'::text, 'answered'::text, 'closed'::text]))),
  constraint recall_notice_units_check CHECK ((units >= 0))
);
CREATE INDEX recall_notice_dealer ON recall_notice USING btree (dealer_id) WHERE (dealer_id IS NOT NULL);
CREATE INDEX recall_notice_factory ON recall_notice USING btree (factory_id) WHERE (factory_id IS NOT NULL);
CREATE INDEX recall_notice_parent ON recall_notice USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX recall_notice_passed ON recall_notice USING btree (passed_by_dealer_id) WHERE (passed_by_dealer_id IS NOT NULL);
CREATE INDEX recall_notice_recall ON recall_notice USING btree (recall_id);
CREATE INDEX recall_notice_sent ON recall_notice USING btree (id) WHERE (status = ANY (ARRAY['sent'::text, 'acknowledged'::text]));
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE ON recall_notice FOR EACH ROW EXECUTE FUNCTION note_work();

create table recall_notice_line (
  id bigint not null generated always as identity,
  notice_id bigint not null,
  product_id bigint not null,
  lot_id bigint,
  lot text,
  units bigint not null,
  waybills text[] not null default '{}'::text[],
  on_hand bigint not null default 0,
  quarantined bigint not null default 0,
  returned bigint not null default 0,
  destroyed bigint not null default 0,
  passed bigint not null default 0,
  parent_line_id bigint,
  constraint recall_notice_line_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot(id),
  constraint recall_notice_line_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES recall_notice(id) ON DELETE CASCADE,
  constraint recall_notice_line_parent_line_id_fkey FOREIGN KEY (parent_line_id) REFERENCES recall_notice_line(id),
  constraint recall_notice_line_pkey PRIMARY KEY (id),
  constraint recall_notice_line_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint recall_notice_line_check CHECK ((((((on_hand + quarantined) + returned) + destroyed) + passed) <= units)),
  constraint recall_notice_line_destroyed_check CHECK ((destroyed >= 0)),
  constraint recall_notice_line_on_hand_check CHECK ((on_hand >= 0)),
  constraint recall_notice_line_passed_check CHECK ((passed >= 0)),
  constraint recall_notice_line_quarantined_check CHECK ((quarantined >= 0)),
  constraint recall_notice_line_returned_check CHECK ((returned >= 0)),
  constraint recall_notice_line_units_check CHECK ((units >= 0))
);
CREATE INDEX recall_notice_line_notice ON recall_notice_line USING btree (notice_id);

create table refund (
  id bigint not null generated always as identity,
  refund_no text not null,
  status text not null default 'requested'::text,
  dealer_id bigint not null,
  warehouse_id bigint not null,
  waybill_id bigint,
  reason text not null,
  remark text,
  closed_at timestamp with time zone,
  closed_by bigint,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint refund_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  constraint refund_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint refund_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint refund_waybill_id_fkey FOREIGN KEY (waybill_id) REFERENCES waybill(id),
  constraint refund_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'receiving'::text, 'inspecting'::text, 'closed'::text])))
);
CREATE UNIQUE INDEX refund_code_key ON refund USING btree (lower(refund_no));
CREATE INDEX refund_created ON refund USING btree (created_at DESC, id DESC);
CREATE INDEX refund_dealer ON refund USING btree (dealer_id, created_at DESC, id DESC);
CREATE INDEX refund_open ON refund USING btree (warehouse_id, status) WHERE (status <> 'closed'::text);
CREATE INDEX refund_search ON refund USING gin (search_grams);
CREATE INDEX refund_status ON refund USING btree (status, created_at DESC, id DESC);
CREATE INDEX refund_warehouse ON refund USING btree (warehouse_id, created_at DESC, id DESC);
CREATE INDEX refund_waybill ON refund USING btree (waybill_id);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE ON refund FOR EACH ROW EXECUTE FUNCTION note_work();

create table refund_goods (
  refund_id bigint not null,
  code bigint not null,
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  units bigint not null,
  waybill_id bigint,
  from_place_id bigint,
  cause text,
  result text,
  result_reason text,
  received_at timestamp with time zone not null default now(),
  inspected_at timestamp with time zone,
  constraint refund_goods_pkey PRIMARY KEY (refund_id, code, product_id, lot_id),
  constraint refund_goods_result_check CHECK ((result = ANY (ARRAY['restock'::text, 'rework'::text, 'scrap'::text])))
);
CREATE INDEX refund_goods_code ON refund_goods USING btree (code);
CREATE INDEX refund_goods_received ON refund_goods USING btree (received_at);

create table refund_line (
  id bigint not null generated always as identity,
  refund_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  lot text,
  quantity bigint not null,
  constraint refund_line_pkey PRIMARY KEY (id),
  constraint refund_line_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint refund_line_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id) ON DELETE CASCADE,
  constraint refund_line_quantity_check CHECK ((quantity > 0))
);
CREATE UNIQUE INDEX refund_line_no ON refund_line USING btree (refund_id, line_no);
CREATE INDEX refund_line_product ON refund_line USING btree (product_id);

create table restoration (
  id bigint not null generated always as identity,
  epoch uuid not null,
  cause text not null,
  is_certain boolean not null,
  noticed_at timestamp with time zone not null default now(),
  known_until timestamp with time zone,
  report jsonb not null,
  constraint restoration_epoch_key UNIQUE (epoch),
  constraint restoration_pkey PRIMARY KEY (id)
);

create table rights_version (
  is_only boolean not null default true,
  version xid8 not null,
  constraint rights_version_pkey PRIMARY KEY (is_only),
  constraint rights_version_is_only_check CHECK (is_only)
);

create table role (
  id bigint not null generated always as identity,
  role_name text not null,
  created_at timestamp with time zone not null default now(),
  description text not null default ''::text,
  two_step_required boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint rights_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint role_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX role_name_key ON role USING btree (lower(role_name));
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table role_permission (
  role_id bigint not null,
  permission text not null,
  constraint rights_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint role_permission_pkey PRIMARY KEY (role_id, permission),
  constraint role_permission_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE
);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON role_permission DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table sample_plan (
  id bigint not null generated always as identity,
  product_id bigint not null,
  test_name text not null,
  point text not null default 'any'::text,
  samples integer not null,
  every integer,
  use text not null default 'tested'::text,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  work_order_id bigint,
  constraint sample_plan_pkey PRIMARY KEY (id),
  constraint sample_plan_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint sample_plan_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id) ON DELETE CASCADE,
  constraint sample_plan_point_check CHECK ((point = ANY (ARRAY['any'::text, 'start'::text, 'middle'::text, 'end'::text]))),
  constraint sample_plan_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint sample_plan_use_check CHECK ((use = ANY (ARRAY['tested'::text, 'retained'::text])))
);
CREATE UNIQUE INDEX sample_plan_test ON sample_plan USING btree (product_id, lower(test_name)) WHERE (work_order_id IS NULL);
CREATE UNIQUE INDEX sample_plan_test_of_order ON sample_plan USING btree (work_order_id, lower(test_name)) WHERE (work_order_id IS NOT NULL);

create table scan_day (
  day date not null,
  product_id bigint not null default 0,
  province text not null,
  verdict text not null,
  scanned bigint not null,
  constraint scan_day_pkey PRIMARY KEY (day, product_id, province, verdict)
);

create table scan_day_closed (
  day date not null,
  constraint scan_day_closed_pkey PRIMARY KEY (day)
);

create table scan_guessing (
  network text not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  refused bigint not null,
  constraint scan_guessing_pkey PRIMARY KEY (network)
);
CREATE INDEX scan_guessing_last ON scan_guessing USING btree (last_at DESC);

create table scan_place (
  code_id bigint not null,
  nth bigint not null,
  place text not null,
  latitude numeric(4,2),
  longitude numeric(5,2),
  told_at timestamp with time zone not null,
  sighted boolean not null default false,
  constraint scan_place_pkey PRIMARY KEY (code_id, nth),
  constraint scan_place_check CHECK (((latitude IS NULL) = (longitude IS NULL)))
);
CREATE INDEX scan_place_told ON scan_place USING btree (told_at);

create table scan_privacy (
  one boolean not null default true,
  forgotten_until timestamp with time zone not null,
  constraint scan_privacy_pkey PRIMARY KEY (one),
  constraint scan_privacy_one_check CHECK (one)
);

create table scan_stat (
  code_id bigint not null,
  scan_count bigint not null,
  first_at timestamp with time zone not null,
  first_country text not null,
  first_province text not null,
  first_city text not null,
  last_at timestamp with time zone not null,
  constraint scan_stat_pkey PRIMARY KEY (code_id)
);

create table scan_template (
  id bigint not null generated always as identity,
  template_name text not null,
  product_id bigint,
  brand_id bigint,
  draft jsonb not null,
  published_version integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint scan_template_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brand(id),
  constraint scan_template_pkey PRIMARY KEY (id),
  constraint scan_template_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint scan_template_check CHECK (((product_id IS NULL) OR (brand_id IS NULL)))
);
CREATE UNIQUE INDEX scan_template_name_key ON scan_template USING btree (lower(template_name));
CREATE UNIQUE INDEX scan_template_scope_key ON scan_template USING btree (COALESCE(product_id, (0)::bigint), COALESCE(brand_id, (0)::bigint));

create table scan_template_version (
  template_id bigint not null,
  version integer not null,
  design jsonb not null,
  published_by bigint,
  published_at timestamp with time zone not null default now(),
  constraint scan_template_version_pkey PRIMARY KEY (template_id, version),
  constraint scan_template_version_published_by_fkey FOREIGN KEY (published_by) REFERENCES account(id),
  constraint scan_template_version_template_id_fkey FOREIGN KEY (template_id) REFERENCES scan_template(id) ON DELETE CASCADE
);

create table schema_migration (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table server (
  id uuid not null,
  host_name text not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  constraint server_pkey PRIMARY KEY (id)
);

create table server_minute (
  server_id uuid not null,
  ends_at timestamp with time zone not null,
  figures jsonb not null,
  constraint server_minute_pkey PRIMARY KEY (server_id, ends_at),
  constraint server_minute_server_id_fkey FOREIGN KEY (server_id) REFERENCES server(id) ON DELETE CASCADE
);

create table session (
  token_hash bytea not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ip text not null,
  user_agent text not null,
  id bigint not null generated always as identity,
  previous_login_at timestamp with time zone,
  previous_login_ip text,
  parent_id bigint,
  viewed_role_id bigint,
  device uuid,
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint session_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (token_hash),
  constraint session_viewed_role_id_fkey FOREIGN KEY (viewed_role_id) REFERENCES role(id) ON DELETE CASCADE,
  constraint session_view CHECK (((parent_id IS NULL) = (viewed_role_id IS NULL)))
);
CREATE INDEX session_account ON session USING btree (account_id);
CREATE INDEX session_device ON session USING btree (device) WHERE (device IS NOT NULL);
CREATE INDEX session_parent ON session USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX session_viewed_role ON session USING btree (viewed_role_id) WHERE (viewed_role_id IS NOT NULL);

create table settlement_paper (
  settlement_id bigint not null,
  name text not null,
  media_type text not null,
  hash text not null,
  content bytea not null,
  added_by bigint not null,
  added_at timestamp with time zone not null default now(),
  constraint settlement_paper_added_by_fkey FOREIGN KEY (added_by) REFERENCES account(id),
  constraint settlement_paper_pkey PRIMARY KEY (settlement_id),
  constraint settlement_paper_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES dealer_settlement(id)
);

create table shift_handover (
  id bigint not null generated always as identity,
  shift_no text not null,
  status text not null default 'draft'::text,
  team_id bigint not null,
  line_id bigint,
  day date not null,
  shift_start text not null,
  shift_end text not null,
  planned bigint,
  made bigint,
  rejected bigint,
  exceptions bigint,
  figures jsonb,
  notes text,
  handed_by bigint,
  handed_name text,
  handed_at timestamp with time zone,
  received_by bigint,
  received_name text,
  received_at timestamp with time zone,
  reply text,
  created_by bigint not null,
  created_name text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint shift_handover_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint shift_handover_handed_by_fkey FOREIGN KEY (handed_by) REFERENCES account(id),
  constraint shift_handover_pkey PRIMARY KEY (id),
  constraint shift_handover_received_by_fkey FOREIGN KEY (received_by) REFERENCES account(id),
  constraint shift_handover_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id),
  constraint shift_handover_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'handed'::text, 'received'::text])))
);
CREATE UNIQUE INDEX shift_handover_code_key ON shift_handover USING btree (shift_no);
CREATE INDEX shift_handover_created ON shift_handover USING btree (created_at DESC, id DESC);
CREATE INDEX shift_handover_handed ON shift_handover USING btree (handed_at) WHERE (status = 'handed'::text);
CREATE UNIQUE INDEX shift_handover_of_shift ON shift_handover USING btree (team_id, day, COALESCE(line_id, (0)::bigint));
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF status ON shift_handover FOR EACH ROW EXECUTE FUNCTION note_work();

create table shift_signature_taken_back (
  id bigint not null generated always as identity,
  shift_handover_id bigint not null,
  signature text not null,
  signed_by bigint not null,
  signed_at timestamp with time zone not null,
  taken_back_by bigint not null,
  taken_back_at timestamp with time zone not null default now(),
  reason text not null,
  constraint shift_signature_taken_back_pkey PRIMARY KEY (id),
  constraint shift_signature_taken_back_shift_handover_id_fkey FOREIGN KEY (shift_handover_id) REFERENCES shift_handover(id) ON DELETE CASCADE,
  constraint shift_signature_taken_back_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES account(id),
  constraint shift_signature_taken_back_taken_back_by_fkey FOREIGN KEY (taken_back_by) REFERENCES account(id),
  constraint shift_signature_taken_back_signature_check CHECK ((signature = ANY (ARRAY['handed'::text, 'received'::text])))
);
CREATE INDEX shift_signature_taken_back_of ON shift_signature_taken_back USING btree (shift_handover_id);

create table ship_to (
  id bigint not null generated always as identity,
  dealer_id bigint not null,
  ship_to_code text not null,
  ship_to_name text not null,
  contact text,
  phone text,
  area_code text,
  address text,
  preferred boolean not null default false,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  gln text,
  gln_extension text,
  constraint ship_to_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint ship_to_pkey PRIMARY KEY (id),
  constraint ship_to_gln_check CHECK ((gln ~ '^\d{13}$'::text)),
  constraint ship_to_gln_extension_check CHECK (((gln_extension IS NULL) OR (gln IS NOT NULL))),
  constraint ship_to_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE INDEX ship_to_by_change ON ship_to USING btree (updated_at, id);
CREATE INDEX ship_to_by_code ON ship_to USING btree (ship_to_code, id);
CREATE INDEX ship_to_by_name ON ship_to USING btree (ship_to_name, id);
CREATE UNIQUE INDEX ship_to_code_key ON ship_to USING btree (lower(ship_to_code));
CREATE INDEX ship_to_created ON ship_to USING btree (created_at DESC, id DESC);
CREATE INDEX ship_to_dealer ON ship_to USING btree (dealer_id, id);
CREATE INDEX ship_to_disabled ON ship_to USING btree (created_at DESC, id DESC) WHERE (status = 'disabled'::text);
CREATE UNIQUE INDEX ship_to_preferred_key ON ship_to USING btree (dealer_id) WHERE preferred;
CREATE INDEX ship_to_search ON ship_to USING gin (search_grams);

create table sign_in_failure (
  scope text not null,
  subject text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  constraint sign_in_failure_pkey PRIMARY KEY (scope, subject),
  constraint sign_in_failure_scope_check CHECK ((scope = ANY (ARRAY['account'::text, 'address'::text, 'pair'::text])))
);
CREATE INDEX sign_in_failure_last ON sign_in_failure USING btree (last_at);

create table stock (
  place_id bigint not null,
  product_id bigint not null,
  lot_id bigint not null default 0,
  units bigint not null,
  constraint stock_pkey PRIMARY KEY (place_id, product_id, lot_id)
);
CREATE INDEX stock_lot ON stock USING btree (lot_id);

create table stock_count (
  id bigint not null generated always as identity,
  count_no text not null,
  status text not null default 'draft'::text,
  warehouse_id bigint not null,
  product_id bigint,
  lot text,
  blind boolean not null default false,
  remark text,
  expected bigint,
  seen bigint,
  differences integer,
  started_at timestamp with time zone,
  finished_by bigint,
  finished_at timestamp with time zone,
  approved_by bigint,
  approved_at timestamp with time zone,
  reason text,
  created_by bigint not null,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint stock_count_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES account(id),
  constraint stock_count_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint stock_count_finished_by_fkey FOREIGN KEY (finished_by) REFERENCES account(id),
  constraint stock_count_pkey PRIMARY KEY (id),
  constraint stock_count_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint stock_count_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint stock_count_check CHECK (((lot IS NULL) OR (product_id IS NOT NULL))),
  constraint stock_count_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'counting'::text, 'to_approve'::text, 'done'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX stock_count_code_key ON stock_count USING btree (lower(count_no));
CREATE INDEX stock_count_product ON stock_count USING btree (product_id);
CREATE INDEX stock_count_warehouse ON stock_count USING btree (warehouse_id);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF status, finished_at ON stock_count FOR EACH ROW EXECUTE FUNCTION note_work();

create table stock_count_difference (
  count_id bigint not null,
  code bigint not null,
  kind text not null,
  units integer not null,
  product_id bigint,
  lot_id bigint,
  place_id bigint,
  stock text,
  settled boolean,
  constraint stock_count_difference_pkey PRIMARY KEY (count_id, code),
  constraint stock_count_difference_kind_check CHECK ((kind = ANY (ARRAY['missing'::text, 'elsewhere'::text, 'found'::text, 'unexpected'::text])))
);

create table stock_count_scan (
  count_id bigint not null,
  code bigint not null,
  product_id bigint,
  lot_id bigint,
  units integer not null,
  within bigint,
  account_id bigint not null,
  scanned_at timestamp with time zone not null,
  constraint stock_count_scan_pkey PRIMARY KEY (count_id, code)
);

create table stock_delta (
  id bigint not null generated always as identity,
  event_id bigint not null,
  place_id bigint not null,
  product_id bigint not null,
  lot_id bigint not null default 0,
  units bigint not null,
  constraint stock_delta_pkey PRIMARY KEY (id)
);

create table stop_reason (
  id bigint not null generated always as identity,
  reason_code text not null,
  reason_name text not null,
  parent_id bigint,
  loss text not null,
  sort integer not null default 0,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint stop_reason_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES stop_reason(id),
  constraint stop_reason_pkey PRIMARY KEY (id),
  constraint stop_reason_check CHECK ((parent_id <> id)),
  constraint stop_reason_loss_check CHECK ((loss = ANY (ARRAY['planned'::text, 'setup'::text, 'failure'::text, 'delay'::text, 'minor'::text]))),
  constraint stop_reason_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX stop_reason_code_key ON stop_reason USING btree (lower(reason_code));
CREATE INDEX stop_reason_parent ON stop_reason USING btree (parent_id);

create table task_stop (
  id bigint not null generated always as identity,
  task_id bigint not null,
  position smallint not null,
  name text not null,
  area_code text,
  latitude numeric(8,6),
  longitude numeric(9,6),
  dealer_id bigint,
  status text not null default 'open'::text,
  reason text,
  done_at timestamp with time zone,
  constraint task_stop_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint task_stop_pkey PRIMARY KEY (id),
  constraint task_stop_task_id_fkey FOREIGN KEY (task_id) REFERENCES inspect_task(id),
  constraint task_stop_task_id_position_key UNIQUE (task_id, "position"),
  constraint task_stop_check CHECK (((status = 'open'::text) = (done_at IS NULL))),
  constraint task_stop_status_check CHECK ((status = ANY (ARRAY['open'::text, 'inspected'::text, 'not_found'::text, 'closed'::text])))
);

create table team (
  id bigint not null generated always as identity,
  factory_id bigint not null,
  team_code text not null,
  team_name text not null,
  shift_start text not null,
  shift_end text not null,
  remark text,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint team_factory_id_fkey FOREIGN KEY (factory_id) REFERENCES factory(id),
  constraint team_pkey PRIMARY KEY (id),
  constraint team_shift_end_check CHECK ((shift_end ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint team_shift_start_check CHECK ((shift_start ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint team_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX team_code_key ON team USING btree (factory_id, lower(team_code));

create table team_member (
  team_id bigint not null,
  account_id bigint not null,
  constraint team_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint team_member_pkey PRIMARY KEY (team_id, account_id),
  constraint team_member_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON DELETE CASCADE
);
CREATE INDEX team_member_account ON team_member USING btree (account_id);

create table time_mark (
  one boolean not null default true,
  installation uuid not null,
  epoch uuid not null,
  system_identifier text,
  timeline integer,
  database_oid bigint not null,
  table_oid bigint not null,
  constraint time_mark_pkey PRIMARY KEY (one),
  constraint time_mark_one_check CHECK (one)
);

create table trace_event (
  id bigint not null generated always as identity,
  act smallint not null,
  event_time timestamp with time zone not null,
  utc_offset smallint not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  place_id bigint,
  read_point_id bigint,
  work_order_id bigint,
  product_id bigint,
  lot_id bigint,
  account_id bigint,
  device_key_id bigint,
  batch_key text,
  reason text,
  corrects bigint,
  error_reason text,
  waybill_id bigint,
  off_waybill boolean not null default false,
  codes bigint[] not null default '{}'::bigint[],
  code_count integer not null default 0,
  job_id uuid,
  amendment text,
  refund_id bigint,
  all_codes bigint[],
  constraint trace_event_corrects_fkey FOREIGN KEY (corrects) REFERENCES trace_event(id),
  constraint trace_event_pkey PRIMARY KEY (id),
  constraint trace_event_amendment_check CHECK ((amendment = ANY (ARRAY['short_delivery'::text, 'exchange'::text, 'set_free'::text]))),
  constraint trace_event_check CHECK (((corrects IS NULL) = (error_reason IS NULL))),
  constraint trace_event_error_reason_check CHECK ((error_reason = ANY (ARRAY['did_not_occur'::text, 'incorrect_data'::text])))
);
CREATE INDEX trace_event_corrects ON trace_event USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE INDEX trace_event_listed ON trace_event USING btree (act, event_time DESC, id DESC) WHERE (act = ANY (ARRAY[3, 4, 9, 14, 16, 25]));
CREATE INDEX trace_event_lot ON trace_event USING btree (lot_id) WHERE (act = ANY (ARRAY[21, 22]));
CREATE INDEX trace_event_order ON trace_event USING btree (work_order_id, id DESC) WHERE (work_order_id IS NOT NULL);
CREATE INDEX trace_event_recorded ON trace_event USING btree (recorded_at DESC, id DESC);
CREATE INDEX trace_event_rejects ON trace_event USING btree (lot_id) WHERE (act = 7);
CREATE INDEX trace_event_time ON trace_event USING btree (event_time, id);
CREATE INDEX trace_event_waybill ON trace_event USING btree (waybill_id, id) WHERE (waybill_id IS NOT NULL);

create table unaccounted_codes (
  first_id bigint not null,
  last_id bigint not null,
  order_id bigint not null,
  restoration_id bigint not null,
  constraint unaccounted_codes_order_id_fkey FOREIGN KEY (order_id) REFERENCES code_order(id),
  constraint unaccounted_codes_pkey PRIMARY KEY (first_id),
  constraint unaccounted_codes_restoration_id_fkey FOREIGN KEY (restoration_id) REFERENCES restoration(id),
  constraint unaccounted_codes_check CHECK ((last_id >= first_id))
);
CREATE INDEX unaccounted_codes_order ON unaccounted_codes USING btree (order_id);

create table waiting_act (
  id bigint not null generated always as identity,
  work_order_id bigint not null,
  device_key_id bigint not null,
  act jsonb not null,
  batch_key text not null,
  lacks jsonb not null,
  waits_since timestamp with time zone not null default now(),
  constraint waiting_act_device_key_id_fkey FOREIGN KEY (device_key_id) REFERENCES device_key(id) ON DELETE CASCADE,
  constraint waiting_act_pkey PRIMARY KEY (id),
  constraint waiting_act_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id)
);
CREATE INDEX waiting_act_device ON waiting_act USING btree (device_key_id);
CREATE INDEX waiting_act_order ON waiting_act USING btree (work_order_id);
CREATE INDEX waiting_act_since ON waiting_act USING btree (waits_since);

create table warehouse (
  id bigint not null generated always as identity,
  warehouse_code text not null,
  warehouse_name text not null,
  warehouse_type text not null,
  parent_id bigint,
  factory_id bigint,
  dealer_id bigint,
  keeper_id bigint,
  depart_code text,
  area_code text,
  address text,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  gln text,
  gln_extension text,
  blind_count boolean not null default false,
  damaged_zone_id bigint,
  constraint warehouse_damaged_zone_id_fkey FOREIGN KEY (damaged_zone_id) REFERENCES warehouse(id) ON DELETE SET NULL,
  constraint warehouse_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint warehouse_factory_id_fkey FOREIGN KEY (factory_id) REFERENCES factory(id),
  constraint warehouse_keeper_id_fkey FOREIGN KEY (keeper_id) REFERENCES account(id),
  constraint warehouse_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES warehouse(id),
  constraint warehouse_pkey PRIMARY KEY (id),
  constraint warehouse_check CHECK ((parent_id <> id)),
  constraint warehouse_gln_check CHECK ((gln ~ '^\d{13}$'::text)),
  constraint warehouse_gln_extension_check CHECK (((gln_extension IS NULL) OR (gln IS NOT NULL))),
  constraint warehouse_one_owner CHECK (((factory_id IS NULL) OR (dealer_id IS NULL))),
  constraint warehouse_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint warehouse_warehouse_type_check CHECK ((warehouse_type = ANY (ARRAY['finished'::text, 'raw'::text, 'packaging'::text, 'returns'::text, 'quarantine'::text, 'transit'::text, 'other'::text])))
);
CREATE INDEX warehouse_by_change ON warehouse USING btree (updated_at, id);
CREATE INDEX warehouse_by_code ON warehouse USING btree (warehouse_code, id);
CREATE INDEX warehouse_by_name ON warehouse USING btree (warehouse_name, id);
CREATE UNIQUE INDEX warehouse_code_key ON warehouse USING btree (lower(warehouse_code));
CREATE INDEX warehouse_created ON warehouse USING btree (created_at DESC, id DESC);
CREATE INDEX warehouse_dealer ON warehouse USING btree (dealer_id);
CREATE INDEX warehouse_disabled ON warehouse USING btree (created_at DESC, id DESC) WHERE (status = 'disabled'::text);
CREATE INDEX warehouse_factory ON warehouse USING btree (factory_id);
CREATE INDEX warehouse_keeper ON warehouse USING btree (keeper_id);
CREATE INDEX warehouse_parent ON warehouse USING btree (parent_id);
CREATE INDEX warehouse_search ON warehouse USING gin (search_grams);

create table warning_cursor (
  one boolean not null default true,
  read_until timestamp with time zone not null,
  constraint warning_cursor_pkey PRIMARY KEY (one),
  constraint warning_cursor_one_check CHECK (one)
);

create table warning_param (
  id bigint not null generated always as identity,
  rule text not null,
  product_id bigint not null default 0,
  version integer not null,
  enabled boolean not null,
  limits jsonb not null,
  own boolean not null default true,
  reason text,
  changed_by bigint not null,
  changed_at timestamp with time zone not null default now(),
  constraint warning_param_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id),
  constraint warning_param_pkey PRIMARY KEY (id),
  constraint warning_param_rule_check CHECK ((rule = ANY (ARRAY['visits'::text, 'travel'::text, 'provinces'::text, 'outside_area'::text, 'before_shipping'::text, 'after_return'::text, 'after_expiry'::text, 'burst'::text, 'destroyed_seen'::text, 'recalled_seen'::text, 'held_seen'::text, 'overproduction'::text])))
);
CREATE UNIQUE INDEX warning_param_key ON warning_param USING btree (rule, product_id, version DESC);

create table warning_step (
  id bigint not null generated always as identity,
  warning_id bigint not null,
  step text not null,
  text text,
  by_id bigint not null,
  at timestamp with time zone not null default now(),
  constraint warning_step_by_id_fkey FOREIGN KEY (by_id) REFERENCES account(id),
  constraint warning_step_pkey PRIMARY KEY (id),
  constraint warning_step_warning_id_fkey FOREIGN KEY (warning_id) REFERENCES consumer_warning(id),
  constraint warning_step_step_check CHECK ((step = ANY (ARRAY['taken'::text, 'assigned'::text, 'note'::text, 'investigating'::text, 'escalated'::text, 'settled'::text, 'reopened'::text])))
);
CREATE INDEX warning_step_warning ON warning_step USING btree (warning_id, id);

create table waybill (
  id bigint not null generated always as identity,
  waybill_no text not null,
  kind text not null,
  status text not null default 'draft'::text,
  from_warehouse_id bigint not null,
  to_dealer_id bigint,
  ship_to_id bigint,
  to_warehouse_id bigint,
  carrier text,
  plate text,
  driver text,
  driver_phone text,
  planned_day date,
  remark text,
  shipped_at timestamp with time zone,
  shipped_by bigint,
  short_reason text,
  signed_at timestamp with time zone,
  signed_by bigint,
  closed_at timestamp with time zone,
  closed_by bigint,
  close_reason text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  made_by_system text,
  shipped_by_system text,
  receiver text,
  receiver_phone text,
  receiver_address text,
  from_factory_id bigint,
  to_factory_id bigint,
  seal_no text,
  constraint waybill_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  constraint waybill_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint waybill_from_factory_id_fkey FOREIGN KEY (from_factory_id) REFERENCES factory(id),
  constraint waybill_from_warehouse_id_fkey FOREIGN KEY (from_warehouse_id) REFERENCES warehouse(id),
  constraint waybill_pkey PRIMARY KEY (id),
  constraint waybill_ship_to_id_fkey FOREIGN KEY (ship_to_id) REFERENCES ship_to(id),
  constraint waybill_shipped_by_fkey FOREIGN KEY (shipped_by) REFERENCES account(id),
  constraint waybill_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES account(id),
  constraint waybill_to_dealer_id_fkey FOREIGN KEY (to_dealer_id) REFERENCES dealer(id),
  constraint waybill_to_factory_id_fkey FOREIGN KEY (to_factory_id) REFERENCES factory(id),
  constraint waybill_to_warehouse_id_fkey FOREIGN KEY (to_warehouse_id) REFERENCES warehouse(id),
  constraint waybill_check CHECK ((num_nonnulls(to_dealer_id, to_warehouse_id) <= 1)),
  constraint waybill_check1 CHECK (((ship_to_id IS NULL) OR (to_dealer_id IS NOT NULL))),
  constraint waybill_check2 CHECK ((to_warehouse_id <> from_warehouse_id)),
  constraint waybill_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'transfer'::text, 'supplier_return'::text, 'recall'::text, 'sample'::text, 'scrap'::text]))),
  constraint waybill_one_destination CHECK ((num_nonnulls(to_dealer_id, to_warehouse_id, to_factory_id, receiver) <= 1)),
  constraint waybill_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'loading'::text, 'shipped'::text, 'signed'::text, 'closed'::text])))
);
CREATE UNIQUE INDEX waybill_code_key ON waybill USING btree (lower(waybill_no));
CREATE INDEX waybill_created ON waybill USING btree (created_at DESC, id DESC);
CREATE INDEX waybill_dealer ON waybill USING btree (to_dealer_id, created_at DESC, id DESC);
CREATE INDEX waybill_from ON waybill USING btree (from_warehouse_id, created_at DESC, id DESC);
CREATE INDEX waybill_from_factory ON waybill USING btree (from_factory_id) WHERE (from_factory_id IS NOT NULL);
CREATE INDEX waybill_search ON waybill USING gin (search_grams);
CREATE INDEX waybill_ship_to ON waybill USING btree (ship_to_id);
CREATE INDEX waybill_shipped ON waybill USING btree (shipped_at DESC, id DESC) WHERE (shipped_at IS NOT NULL);
CREATE INDEX waybill_status ON waybill USING btree (status, created_at DESC, id DESC);
CREATE INDEX waybill_to ON waybill USING btree (to_warehouse_id, created_at DESC, id DESC);
CREATE INDEX waybill_to_factory ON waybill USING btree (to_factory_id) WHERE (to_factory_id IS NOT NULL);
CREATE INDEX waybill_under_way ON waybill USING btree (to_warehouse_id, to_dealer_id) WHERE (status = 'shipped'::text);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF status, shipped_at, to_warehouse_id, to_dealer_id, to_factory_id ON waybill FOR EACH ROW EXECUTE FUNCTION note_work();

create table waybill_goods (
  waybill_id bigint not null,
  code bigint not null,
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  line_id bigint not null default 0,
  units bigint not null,
  received bigint not null default 0,
  returned bigint not null default 0,
  override_reason text,
  loaded_by bigint,
  loaded_at timestamp with time zone not null default now(),
  constraint waybill_goods_pkey PRIMARY KEY (waybill_id, code, product_id, lot_id)
);
CREATE INDEX waybill_goods_code ON waybill_goods USING btree (code);

create table waybill_line (
  id bigint not null generated always as identity,
  waybill_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  lot text,
  quantity bigint not null,
  constraint waybill_line_pkey PRIMARY KEY (id),
  constraint waybill_line_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint waybill_line_waybill_id_fkey FOREIGN KEY (waybill_id) REFERENCES waybill(id) ON DELETE CASCADE,
  constraint waybill_line_quantity_check CHECK ((quantity > 0))
);
CREATE UNIQUE INDEX waybill_line_no ON waybill_line USING btree (waybill_id, line_no);
CREATE INDEX waybill_line_product ON waybill_line USING btree (product_id);

create table waybill_load (
  waybill_id bigint not null,
  line_id bigint not null default 0,
  units bigint not null default 0,
  packages bigint not null default 0,
  received bigint not null default 0,
  returned bigint not null default 0,
  constraint waybill_load_pkey PRIMARY KEY (waybill_id, line_id)
);

create table work_item (
  id bigint not null generated always as identity,
  waiting text not null,
  subject_id bigint not null,
  what text not null,
  since timestamp with time zone not null default now(),
  due_at timestamp with time zone,
  owner_id bigint,
  role_id bigint,
  by_person boolean not null default false,
  warehouse_id bigint,
  about_dealer_id bigint,
  except_id bigint,
  factory_id bigint,
  dealer_id bigint,
  party_only boolean not null default false,
  escalated_at timestamp with time zone,
  escalated_account_id bigint,
  escalated_role_id bigint,
  overdue_at timestamp with time zone,
  reminded_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint work_item_dealer_id_fkey FOREIGN KEY (dealer_id) REFERENCES dealer(id),
  constraint work_item_escalated_account_id_fkey FOREIGN KEY (escalated_account_id) REFERENCES account(id),
  constraint work_item_escalated_role_id_fkey FOREIGN KEY (escalated_role_id) REFERENCES role(id),
  constraint work_item_factory_id_fkey FOREIGN KEY (factory_id) REFERENCES factory(id),
  constraint work_item_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id),
  constraint work_item_pkey PRIMARY KEY (id),
  constraint work_item_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id),
  constraint work_item_check CHECK ((num_nonnulls(factory_id, dealer_id) <= 1))
);
CREATE INDEX work_item_due ON work_item USING btree (due_at) WHERE (ended_at IS NULL);
CREATE INDEX work_item_ended ON work_item USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX work_item_escalated ON work_item USING btree (escalated_account_id, escalated_role_id) WHERE ((ended_at IS NULL) AND (escalated_at IS NOT NULL));
CREATE INDEX work_item_owner ON work_item USING btree (owner_id) WHERE ((ended_at IS NULL) AND (owner_id IS NOT NULL));
CREATE INDEX work_item_role ON work_item USING btree (role_id) WHERE ((ended_at IS NULL) AND (role_id IS NOT NULL));
CREATE UNIQUE INDEX work_item_subject ON work_item USING btree (waiting, subject_id) WHERE (ended_at IS NULL);
CREATE INDEX work_item_unowned ON work_item USING btree (waiting) WHERE ((ended_at IS NULL) AND (owner_id IS NULL) AND (role_id IS NULL));

create table work_item_step (
  id bigint not null generated always as identity,
  work_item_id bigint not null,
  at timestamp with time zone not null default now(),
  step text not null,
  by_id bigint,
  owner_id bigint,
  role_id bigint,
  note text,
  constraint work_item_step_by_id_fkey FOREIGN KEY (by_id) REFERENCES account(id),
  constraint work_item_step_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id),
  constraint work_item_step_pkey PRIMARY KEY (id),
  constraint work_item_step_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id),
  constraint work_item_step_work_item_id_fkey FOREIGN KEY (work_item_id) REFERENCES work_item(id) ON DELETE CASCADE,
  constraint work_item_step_step_check CHECK ((step = ANY (ARRAY['opened'::text, 'taken'::text, 'assigned'::text, 'reminded'::text, 'overdue'::text, 'escalated'::text, 'due'::text, 'done'::text])))
);
CREATE INDEX work_item_step_item ON work_item_step USING btree (work_item_id, id);

create table work_order (
  id bigint not null generated always as identity,
  order_no text not null,
  status text not null default 'draft'::text,
  factory_id bigint,
  product_id bigint not null,
  lot text,
  lot_id bigint,
  production_date date,
  expiry_date date,
  quantity bigint not null,
  line_id bigint,
  team_id bigint,
  hierarchy_id bigint,
  hierarchy_version integer,
  mix text not null default 'one_lot'::text,
  remainder text not null default 'allowed'::text,
  to_warehouse_id bigint,
  remark text,
  released_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  finished_by bigint,
  closed_at timestamp with time zone,
  closed_by bigint,
  close_reason text,
  search_text text not null default ''::text,
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_by bigint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  extension jsonb not null default '{}'::jsonb,
  tolerance smallint not null default 5,
  planned_from date,
  planned_to date,
  beside_reason text,
  held_at timestamp with time zone,
  constraint work_order_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  constraint work_order_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint work_order_factory_id_fkey FOREIGN KEY (factory_id) REFERENCES factory(id),
  constraint work_order_finished_by_fkey FOREIGN KEY (finished_by) REFERENCES account(id),
  constraint work_order_hierarchy_id_fkey FOREIGN KEY (hierarchy_id) REFERENCES hierarchy(id),
  constraint work_order_line_id_fkey FOREIGN KEY (line_id) REFERENCES production_line(id),
  constraint work_order_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot(id),
  constraint work_order_pkey PRIMARY KEY (id),
  constraint work_order_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint work_order_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id),
  constraint work_order_to_warehouse_id_fkey FOREIGN KEY (to_warehouse_id) REFERENCES warehouse(id),
  constraint work_order_check CHECK ((expiry_date >= production_date)),
  constraint work_order_extension_check CHECK ((jsonb_typeof(extension) = 'object'::text)),
  constraint work_order_mix_check CHECK ((mix = ANY (ARRAY['one_lot'::text, 'one_product'::text, 'mixed'::text]))),
  constraint work_order_planned_check CHECK ((planned_to >= planned_from)),
  constraint work_order_quantity_check CHECK ((quantity > 0)),
  constraint work_order_remainder_check CHECK ((remainder = ANY (ARRAY['allowed'::text, 'refused'::text]))),
  constraint work_order_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'released'::text, 'running'::text, 'held'::text, 'finished'::text, 'closed'::text]))),
  constraint work_order_tolerance_check CHECK (((tolerance >= 0) AND (tolerance <= 100)))
);
CREATE UNIQUE INDEX work_order_code_key ON work_order USING btree (lower(order_no));
CREATE INDEX work_order_created ON work_order USING btree (created_at DESC, id DESC);
CREATE INDEX work_order_extension ON work_order USING gin (extension);
CREATE INDEX work_order_factory ON work_order USING btree (factory_id);
CREATE INDEX work_order_finished ON work_order USING btree (id) WHERE (status = 'finished'::text);
CREATE INDEX work_order_hierarchy ON work_order USING btree (hierarchy_id);
CREATE INDEX work_order_line ON work_order USING btree (line_id, created_at DESC, id DESC);
CREATE INDEX work_order_lot ON work_order USING btree (lot_id);
CREATE INDEX work_order_lot_in_any_case ON work_order USING btree (product_id, lower(lot)) WHERE (lot IS NOT NULL);
CREATE INDEX work_order_planned ON work_order USING btree (planned_from, planned_to);
CREATE INDEX work_order_product ON work_order USING btree (product_id, created_at DESC, id DESC);
CREATE INDEX work_order_search ON work_order USING gin (search_grams);
CREATE INDEX work_order_status ON work_order USING btree (status, created_at DESC, id DESC);
CREATE INDEX work_order_team ON work_order USING btree (team_id);
CREATE INDEX work_order_warehouse ON work_order USING btree (to_warehouse_id);
CREATE TRIGGER work AFTER INSERT OR DELETE OR UPDATE OF status ON work_order FOR EACH ROW EXECUTE FUNCTION note_work();

create table work_order_closing (
  id bigint not null generated always as identity,
  work_order_id bigint not null,
  figures jsonb not null,
  closed_by bigint not null,
  closed_at timestamp with time zone not null,
  close_reason text,
  reopened_by bigint,
  reopened_at timestamp with time zone,
  reopen_reason text,
  constraint work_order_closing_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  constraint work_order_closing_pkey PRIMARY KEY (id),
  constraint work_order_closing_reopened_by_fkey FOREIGN KEY (reopened_by) REFERENCES account(id),
  constraint work_order_closing_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id),
  constraint work_order_closing_check CHECK (((reopened_at IS NULL) = (reopened_by IS NULL))),
  constraint work_order_closing_check1 CHECK (((reopened_at IS NULL) = (reopen_reason IS NULL)))
);
CREATE UNIQUE INDEX work_order_closing_in_force ON work_order_closing USING btree (work_order_id) WHERE (reopened_at IS NULL);
CREATE INDEX work_order_closing_order ON work_order_closing USING btree (work_order_id);

create table work_rule (
  id bigint not null generated always as identity,
  waiting text not null,
  owner_by text not null,
  role_id bigint,
  account_id bigint,
  due_hours integer,
  escalate_hours integer,
  escalate_by text,
  escalate_role_id bigint,
  escalate_account_id bigint,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint work_rule_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint work_rule_escalate_account_id_fkey FOREIGN KEY (escalate_account_id) REFERENCES account(id),
  constraint work_rule_escalate_role_id_fkey FOREIGN KEY (escalate_role_id) REFERENCES role(id),
  constraint work_rule_pkey PRIMARY KEY (id),
  constraint work_rule_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id),
  constraint work_rule_check CHECK (((owner_by = 'role'::text) = (role_id IS NOT NULL))),
  constraint work_rule_check1 CHECK (((owner_by = 'account'::text) = (account_id IS NOT NULL))),
  constraint work_rule_check2 CHECK (((NOT (escalate_by IS DISTINCT FROM 'role'::text)) = (escalate_role_id IS NOT NULL))),
  constraint work_rule_check3 CHECK (((NOT (escalate_by IS DISTINCT FROM 'account'::text)) = (escalate_account_id IS NOT NULL))),
  constraint work_rule_check4 CHECK (((escalate_hours IS NULL) = (escalate_by IS NULL))),
  constraint work_rule_due_hours_check CHECK (((due_hours >= 1) AND (due_hours <= 8760))),
  constraint work_rule_escalate_by_check CHECK ((escalate_by = ANY (ARRAY['dealer_manager'::text, 'role'::text, 'account'::text]))),
  constraint work_rule_escalate_hours_check CHECK (((escalate_hours >= 0) AND (escalate_hours <= 8760))),
  constraint work_rule_owner_by_check CHECK ((owner_by = ANY (ARRAY['keeper'::text, 'dealer_manager'::text, 'role'::text, 'account'::text]))),
  constraint work_rule_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX work_rule_code_key ON work_rule USING btree (lower(waiting));

create table work_touched (
  id bigint not null generated always as identity,
  subject text not null,
  subject_id bigint not null,
  constraint work_touched_pkey PRIMARY KEY (id)
);

create table workshop (
  id bigint not null generated always as identity,
  factory_id bigint not null,
  workshop_code text not null,
  workshop_name text not null,
  remark text,
  status text not null default 'enabled'::text,
  search_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint workshop_factory_id_fkey FOREIGN KEY (factory_id) REFERENCES factory(id),
  constraint workshop_pkey PRIMARY KEY (id),
  constraint workshop_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX workshop_code_key ON workshop USING btree (factory_id, lower(workshop_code));
