import { expect, test } from 'vitest';
import { cleaned, correctable } from './ContentFields.tsx';

test('a message about a waybill is corrected by fields, anything else as JSON', () => {
  const message = { act: 'load', waybill_no: 'WB1', codes: ['a', 'b'] };
  expect(correctable(JSON.stringify(message))).toEqual(message);
  for (const other of ['{', '[]', '{"codes":["a"]}', '{"waybill_no":"WB1","codes":[1]}'])
    expect(correctable(other)).toBe(undefined);
});

test('blank lines between codes are not sent', () => {
  const sent = cleaned(JSON.stringify({ waybill_no: 'WB1', codes: [' a ', '', 'b'] }));
  expect(JSON.parse(sent)).toEqual({ waybill_no: 'WB1', codes: ['a', 'b'] });
  expect(cleaned('{')).toBe('{');
});
