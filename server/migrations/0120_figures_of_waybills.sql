-- What arrived of the goods that left on some days is looked up by their waybills, on whatever day it arrived.
create index figure_waybill on figure (place_id) where measure in ('shipped', 'received');
