-- GS1's numbers of places (with what tells places within one apart) and of parties, as factories have them.
alter table warehouse add column gln text;
alter table warehouse add column gln_extension text;
alter table warehouse add constraint warehouse_gln_check check (gln ~ '^\d{13}$');
alter table warehouse add constraint warehouse_gln_extension_check check (gln_extension is null or gln is not null);
alter table ship_to add column gln text;
alter table ship_to add column gln_extension text;
alter table ship_to add constraint ship_to_gln_check check (gln ~ '^\d{13}$');
alter table ship_to add constraint ship_to_gln_extension_check check (gln_extension is null or gln is not null);
alter table production_line add column gln text;
alter table production_line add column gln_extension text;
alter table production_line add constraint production_line_gln_check check (gln ~ '^\d{13}$');
alter table production_line add constraint production_line_gln_extension_check check (gln_extension is null or gln is not null);
alter table dealer add column gln text;
alter table dealer add constraint dealer_gln_check check (gln ~ '^\d{13}$');
alter table enterprise add column gln text;
alter table enterprise add constraint enterprise_gln_check check (gln ~ '^\d{13}$');
