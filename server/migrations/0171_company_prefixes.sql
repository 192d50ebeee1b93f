-- GS1 company prefixes: an EPC URN is written of a Digital Link only if it is known where the prefix ends.
alter table enterprise add column gs1_prefixes text;
alter table partner add column gs1_prefixes text;
