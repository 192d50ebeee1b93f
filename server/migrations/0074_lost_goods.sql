-- Goods that are lost on their way have a place of their own, by the waybill that they were on.
alter table place drop constraint place_kind_check;
alter table place add constraint place_kind_check
  check (kind in ('warehouse', 'factory', 'line', 'ship_to', 'dealer', 'waybill', 'refund', 'outside', 'lost'));

-- The mass balances of closed recalls are from before.
update recall set balance = balance || '{"lost": 0}' where balance is not null;
