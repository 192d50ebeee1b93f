-- What has a few values only has no others, whatever writes it; and levels are said one by one, as the contract says them.
-- A cluster takes one command for a table at a time.
alter table login_log
  add constraint login_log_reason_check check (reason in (
    'unknown_account', 'wrong_password', 'wrong_type', 'account_disabled', 'party_disabled', 'wrong_code',
    'recovery_code', 'locked', 'changing_own_secrets'));
-- Of records that may be many and that were written by nothing else: only new ones are looked at.
alter table consumer_scan
  add constraint consumer_scan_verdict_check
    check (verdict in ('genuine', 'repeated', 'unbound', 'void', 'unknown')) not valid;

alter table packaging_unit drop constraint packaging_unit_level_check;
alter table packaging_unit add constraint packaging_unit_level_check check (level in (1, 2, 3, 4, 5));
alter table dealer drop constraint dealer_dealer_level_check;
alter table dealer add constraint dealer_dealer_level_check check (dealer_level in (1, 2, 3, 4));
alter table code_rule drop constraint code_rule_level_check;
alter table code_rule add constraint code_rule_level_check check (level in (1, 2, 3, 4));
alter table code_rule add constraint code_rule_alphabet_check
  check (alphabet in ('digits', 'hex', 'base32', 'base36', 'base62'));
alter table code_rule add constraint code_rule_check_name_check check (check_name in ('none', 'gs1', 'luhn', 'iso7064'));
alter table code_rule add constraint code_rule_carrier_check check (carrier in ('plain', 'url', 'digital-link'));
