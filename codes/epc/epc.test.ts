import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalLink, gs1KeyIn } from './canonical-link.ts';
import { epcPattern } from './epc-pattern.ts';
import { epcUrn } from './epc-urn-of-link.ts';
import { digitalLink, elementString } from './write-elements.ts';

const knownPrefix = () => 7;

test.each([
  ['urn:epc:id:sgtin:9521321.012345.A%2F1', 'https://id.gs1.org/01/09521321123458/21/A%2F1'],
  ['urn:epc:class:lgtin:9521321.012345.L(7)', 'https://id.gs1.org/01/09521321123458/10/L%287%29'],
  ['urn:epc:idpat:sgtin:9521321.012345.*', 'https://id.gs1.org/01/09521321123458'],
  ['urn:epc:id:upui:9521321.089456.51qIgY', 'https://id.gs1.org/01/09521321894563/235/51qIgY'],
  ['urn:epc:id:sscc:9521321.1234567890', 'https://id.gs1.org/00/195213212345678904'],
  ['urn:epc:id:sgln:9521321.00001.0', 'https://id.gs1.org/414/9521321000018'],
  ['urn:epc:id:sgln:9521321.00001.dock-7', 'https://id.gs1.org/414/9521321000018/254/dock-7'],
  ['urn:epc:id:pgln:9521321.00002', 'https://id.gs1.org/417/9521321000025'],
  ['urn:epc:id:grai:9521321.12345.400', 'https://id.gs1.org/8003/09521321123458400'],
  ['urn:epc:id:giai:9521321.12345AB', 'https://id.gs1.org/8004/952132112345AB'],
  ['urn:epc:id:gsrn:9521321.1234567890', 'https://id.gs1.org/8018/952132112345678902'],
  ['urn:epc:id:gsrnp:9521321.1234567890', 'https://id.gs1.org/8017/952132112345678902'],
  ['urn:epc:id:gdti:9521321.12345.006847', 'https://id.gs1.org/253/9521321123458006847'],
  ['urn:epc:id:sgcn:9521321.67890.04711', 'https://id.gs1.org/255/952132167890304711'],
  ['urn:epc:id:ginc:9521321.xyz47', 'https://id.gs1.org/401/9521321xyz47'],
  ['urn:epc:id:gsin:9521321.123456789', 'https://id.gs1.org/402/95213211234567896'],
  ['urn:epc:id:cpi:9521321.5PQ7%2FZ43.12345', 'https://id.gs1.org/8010/95213215PQ7%2FZ43/8011/12345'],
  ['urn:epc:id:itip:9521321.012345.04.04.2016', 'https://id.gs1.org/8006/095213211234580404/21/2016'],
])('%s is %s, and back', (urn, link) => {
  expect(canonicalLink(urn)).toBe(link);
  expect(canonicalLink(link)).toBe(link);
  expect(epcUrn(link, knownPrefix)).toBe(urn);
  expect(epcUrn(link, () => undefined)).toBeUndefined();
});

test('of a link, the finest key qualifier identifies, whatever its domain', () => {
  const link = 'https://id.gs1.org/01/09521321123458';
  expect(canonicalLink('https://shop.example/x/01/09521321123458/22/V1/10/L7/21/S1?17=301231')).toBe(`${link}/21/S1`);
  expect(canonicalLink('http://shop.example/01/9521321123458/10/L7')).toBe(`${link}/10/L7`);
  expect(canonicalLink('https://shop.example/01/09521321123458/22/V1')).toBe(link);
  expect(canonicalLink('https://id.gs1.org/414/9521321000018/254/0')).toBe('https://id.gs1.org/414/9521321000018');
});

test.each([
  'urn:example:asset:7',
  'https://example.com/asset/7',
  'https://shop.example/21/S1/01/09521321123458',
  'https://id.gs1.org/01/09521321123451',
  'urn:epc:id:sgtin:9521321.12345.A1',
  'urn:epc:id:sgtin:9521321.012345.A1 and more',
  'urn:epc:idpat:sgtin:9521321.*.*',
  'geo:22.3,114.2',
])('%s is left as it is', (uri) => {
  expect(gs1KeyIn(uri)).toBeUndefined();
});

test.each([
  ['urn:epc:idpat:sgtin:9521321.012345.*', 'urn:epc:id:sgtin:9521321.012345.A1', true],
  ['urn:epc:idpat:sgtin:9521321.012345.*', 'urn:epc:id:sgtin:9521321.054321.A1', false],
  ['urn:epc:idpat:sgtin:9521321.012345.*', 'urn:epc:class:lgtin:9521321.012345.L7', false],
  ['urn:epc:idpat:sgtin:9521321.*.*', 'urn:epc:id:sgtin:9521321.054321.A1', true],
  ['urn:epc:idpat:sgtin:9521321.*.*', 'urn:epc:id:sgtin:9521322.054321.A1', false],
  ['urn:epc:idpat:sgtin:9521321.*.*', 'urn:epc:id:sscc:9521321.1234567890', false],
  ['urn:epc:idpat:sscc:9521321.*', 'urn:epc:id:sscc:9521321.1234567890', true],
  ['urn:epc:idpat:grai:9521321.12345.*', 'urn:epc:id:grai:9521321.12345.400', true],
  ['urn:epc:idpat:sgln:9521321.00001.*', 'urn:epc:id:sgln:9521321.00001.0', true],
  ['urn:epc:idpat:sgln:9521321.*.*', 'urn:epc:id:sgln:9521321.00001.dock-7', true],
  ['urn:epc:idpat:giai:9521321.*', 'urn:epc:id:giai:9521321.12345AB', true],
])('%s and %s: %s', (pattern, uri, matches) => {
  const found = epcPattern(pattern);
  const link = canonicalLink(uri) ?? '';
  expect(found).toBeDefined();
  expect(new RegExp(found?.expression ?? '').test(link)).toBe(matches);
  if (matches) expect(link.startsWith(found?.prefix ?? '?')).toBe(true);
});

test('a text that is no pattern has none', () => {
  for (const text of [
    'urn:epc:id:sgtin:9521321.012345.A1',
    'urn:epc:idpat:sgtin:*.012345.*',
    'urn:epc:idpat:none:1.*',
  ]) {
    expect(epcPattern(text)).toBeUndefined();
  }
});

test('any serial number survives being written as a URN and as a link', () => {
  const serial = fc.stringMatching(/^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/);
  fc.assert(
    fc.property(serial, (text) => {
      const link = `https://id.gs1.org/01/09521321123458/21/${encodeURIComponent(text)}`;
      const urn = epcUrn(link, knownPrefix) ?? '';
      expect(gs1KeyIn(urn)?.qualifier?.value).toBe(text);
      expect(canonicalLink(urn)).toBe(canonicalLink(link));
    }),
  );
});

test('elements are written for symbols and links', () => {
  const elements = [
    { ai: '21', value: 'S/1' },
    { ai: '01', value: '09521321123458' },
    { ai: '10', value: 'L7' },
    { ai: '17', value: '301231' },
  ];
  expect(elementString(elements)).toBe('21S/1\x1d010952132112345810L7\x1d17301231');
  expect(digitalLink(elements, 'https://shop.example/')).toBe(
    'https://shop.example/01/09521321123458/10/L7/21/S%2F1?17=301231',
  );
  // Qualifiers of different sequences, an AI twice, and no key.
  expect(digitalLink([...elements, { ai: '235', value: 'T1' }], 'https://shop.example')).toBeUndefined();
  expect(digitalLink([...elements, { ai: '10', value: 'L8' }], 'https://shop.example')).toBeUndefined();
  expect(digitalLink(elements.slice(2), 'https://shop.example')).toBeUndefined();
});
