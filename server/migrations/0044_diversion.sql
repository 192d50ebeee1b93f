-- Statistics of diversion: of which lot goods were that were suspected, in which province they were found, and how many codes
-- of sold goods were seen at all.

alter table consumer_warning
  add column lot_id bigint,
  -- Six digits of GB/T 2260; none where it is not known.
  add column province text;
alter table consumer_warning add constraint consumer_warning_lot_id_fkey foreign key (lot_id) references lot;
alter table consumer_warning add constraint consumer_warning_province_check check (province ~ '^\d\d0000$');
alter table inspect_record
  add column lot_id bigint,
  add column province text,
  -- Given by who sends it: an inspection that is sent twice is there once.
  add column upload_key text;
alter table inspect_record add constraint inspect_record_lot_id_fkey foreign key (lot_id) references lot;
alter table inspect_record add constraint inspect_record_province_check check (province ~ '^\d\d0000$');
alter table inspect_record add constraint inspect_record_upload_key_key unique (upload_key);

update inspect_record set province = left(area_code, 2) || '0000' where area_code is not null;
update inspect_record r set lot_id = l.id from lot l where l.product_id = r.product_id and l.lot_no = r.lot;
update consumer_warning w set province = p.code
from (values
  ('北京', '110000'), ('天津', '120000'), ('河北', '130000'), ('山西', '140000'), ('内蒙', '150000'), ('辽宁', '210000'),
  ('吉林', '220000'), ('黑龙', '230000'), ('上海', '310000'), ('江苏', '320000'), ('浙江', '330000'), ('安徽', '340000'),
  ('福建', '350000'), ('江西', '360000'), ('山东', '370000'), ('河南', '410000'), ('湖北', '420000'), ('湖南', '430000'),
  ('广东', '440000'), ('广西', '450000'), ('海南', '460000'), ('重庆', '500000'), ('四川', '510000'), ('贵州', '520000'),
  ('云南', '530000'), ('西藏', '540000'), ('陕西', '610000'), ('甘肃', '620000'), ('青海', '630000'), ('宁夏', '640000'),
  ('新疆', '650000'), ('台湾', '710000'), ('香港', '810000'), ('澳门', '820000')
) p (name, code)
where left(w.region, 2) = p.name;

-- Codes of goods that were sold to a dealer and seen by consumers in a known province, each once a day.
create table market_sighting (
  day date not null,
  dealer_id bigint not null,
  product_id bigint not null,
  -- 0: not known.
  lot_id bigint not null,
  province text not null,
  codes bigint not null,
  primary key (day, dealer_id, product_id, lot_id, province)
);

-- Codes are called back from one to another as well.
alter table recall drop constraint recall_scope_kind_check;
alter table recall add constraint recall_scope_kind_check
  check (scope_kind in ('lot', 'work_order', 'material_lot', 'codes', 'range'));
