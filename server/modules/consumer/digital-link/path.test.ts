import { expect, test } from 'vitest';
import { elementString, pathOf, readDigitalLink } from './path.ts';

const read = (path: string) => {
  const link = readDigitalLink(path);
  return link && link.key !== 'other' ? elementString(link) : undefined;
};

test('reads products, lots, serials and logistic units, with GTINs of any length', () => {
  expect(read('/01/06901234567892/21/ABC')).toBe('(01)06901234567892(21)ABC');
  expect(read('/01/6901234567892/21/ABC')).toBe('(01)06901234567892(21)ABC');
  expect(read('/01/06901234567892/22/V2/10/LOT%2F1/21/A-1')).toBe('(01)06901234567892(22)V2(10)LOT/1(21)A-1');
  expect(read('/01/06901234567892/')).toBe('(01)06901234567892');
  expect(read('/01/06901234567892/235/TPX')).toBe('(01)06901234567892(235)TPX');
  expect(read('/00/106141412345678908')).toBe('(00)106141412345678908');
});

test('refuses what the standard does not allow', () => {
  const wrong = [
    '/01/06901234567891/21/ABC',
    '/01/690123456789/21/A',
    '/01/ABC/21/1',
    '/01/06901234567892/21',
    '/01/06901234567892/21/A/10/L',
    '/01/06901234567892/21/A/21/B',
    '/01/06901234567892/99/A',
    '/01/06901234567892/235/A/10/L',
    `/01/06901234567892/21/${'A'.repeat(21)}`,
    '/01/06901234567892/21/%E7%A0%81',
    '/01/06901234567892/21/%20',
    '/00/106141412345678900',
    '/00/106141412345678908/21/A',
    '/01/',
    '/02/06901234567892',
  ];
  for (const path of wrong) expect([path, read(path)]).toEqual([path, undefined]);
});

test('escapes its own path where required', () => {
  const link = readDigitalLink('/01/6901234567892/10/LOT%2F1/21/A%3F');
  expect(link && link.key !== 'other' && pathOf(link)).toBe('/01/06901234567892/10/LOT%2F1/21/A%3F');
});
