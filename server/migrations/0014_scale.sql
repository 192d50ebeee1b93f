-- Codes of others: the texts are told apart in the table, where they are, and not once more in the index, so that it is a
-- third as large and an import of millions of lines writes to fewer of its pages. One import is read at a time, which
-- keeps each text from being there twice.
alter table imported_code drop constraint imported_code_pkey;
alter table imported_code add primary key (text_id, code_id);

-- Where scans came from, in the order of the list: two characters tell the provinces of China apart.
create index consumer_scan_province on consumer_scan (left(province, 2), scanned_at desc, id desc);
