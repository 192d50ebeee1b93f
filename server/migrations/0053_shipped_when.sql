-- Waybills by when they left: reports lead to those of some days.
create index waybill_shipped on waybill (shipped_at desc, id desc) where shipped_at is not null;
create index refund_goods_received on refund_goods (received_at);
create index handover_handed on handover (handed_at desc, id desc) where handed_at is not null;
