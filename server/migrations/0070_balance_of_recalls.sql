-- The mass balance of a recall tells apart what is on the line and what it rejected. One that was kept before counted neither.
update recall set balance = '{"rejected": 0, "unpacked": 0}'::jsonb || balance where balance is not null;
