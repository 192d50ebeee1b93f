import { expect, test } from 'vitest';
import { cleaned, correctable } from './ContentFields.tsx';

test('edits a waybill message by fields, and others as JSON', () => {
  const message = { act: 'load', waybill_no: 'WB1', codes: ['a', 'b'] };
  expect(correctable(JSON.stringify(message))).toEqual(message);
  for (const other of ['{', '[]', '{"codes":["a"]}', '{"waybill_no":"WB1","codes":[1]}'])
    expect(correctable(other)).toBe(undefined);
});

test('drops blank lines between codes', () => {
  const sent = cleaned(JSON.stringify({ waybill_no: 'WB1', codes: [' a ', '', 'b'] }));
  expect(JSON.parse(sent)).toEqual({ waybill_no: 'WB1', codes: ['a', 'b'] });
  expect(cleaned('{')).toBe('{');
});
