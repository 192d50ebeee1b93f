-- Scans of finished days, counted once: figures over a month never read the scans of a month.
create table scan_day (
  day date not null,
  product_id bigint not null default 0,
  province text not null,
  verdict text not null,
  scanned bigint not null,
  primary key (day, product_id, province, verdict)
);

-- The days that scan_day holds, and nothing of a day that is not here.
create table scan_day_closed (
  day date primary key
);
