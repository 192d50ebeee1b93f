import { expect, test } from 'vitest';
import { isValidGln, placeFrom } from './gln.ts';

test('a GLN has 13 digits and a valid check digit', () => {
  expect(['6901234000009', '0614141123452'].map(isValidGln)).toEqual([true, true]);
  expect(['6901234000008', '690123400000', '69012340000090', '6901234OOOOO9', ''].some(isValidGln)).toBe(false);
});

test('reads a place from its GLN, or from an EPC URI, computing the check digit', () => {
  expect(placeFrom('0614141123452')).toEqual({ gln: '0614141123452', extension: null });
  // The examples of the EPC Tag Data Standard.
  expect(placeFrom('urn:epc:id:sgln:0614141.12345.400')).toEqual({ gln: '0614141123452', extension: '400' });
  expect(placeFrom('urn:epc:id:sgln:0614141.12345.0')).toEqual({ gln: '0614141123452', extension: null });
  expect(placeFrom('urn:epc:id:sgln:061414112345..A%2FB')).toEqual({ gln: '0614141123452', extension: 'A/B' });
});

test('rejects texts that identify no place', () => {
  const wrong = [
    '0614141123453',
    'urn:epc:id:sgln:0614141.1234.400',
    'urn:epc:id:sgln:0614141.12345',
    'urn:epc:id:sgln:0614141.12345.%zz',
    'urn:epc:id:sgln:0614141.12345.中',
    'urn:epc:id:sgln:0614141.12345.123456789012345678901',
    'urn:epc:id:sgtin:0614141.12345.400',
  ];
  expect(wrong.filter((text) => placeFrom(text) !== undefined)).toEqual([]);
});
