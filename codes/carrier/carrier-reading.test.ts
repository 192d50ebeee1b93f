import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readCarrier } from './read-carrier.ts';

const publicUrl = 'https://trace.example.cn';
const code = '7G2KX09QWZ4M';
const sscc = '376104250021234569';
const gtin = '06291041500213';
const gs = '\x1d';

describe('readCarrier', () => {
  test.each<[string, string, string | null, string | null, string | null]>([
    ['brackets', `(01)${gtin}(10)LOT(A)(21)S1`, gtin, 'LOT(A)', 'S1'],
    ['brackets that are data of a scan', `]C101${gtin}10LOT(21)A${gs}17270930`, gtin, 'LOT(21)A', null],
    ['a bracket that ends nothing', `(01)${gtin}(10)12345\\(`, gtin, '12345(', null],
    ['a hyphen', `(01)${gtin}(21)A-B`, gtin, null, 'A-B'],
    ['a link with attributes', `https://x.example/01/6291041500213/10/L7?17=270930&3103=000189`, gtin, 'L7', null],
    ['a lot of EPC', 'urn:epc:class:lgtin:6291041.050021.L7', gtin, 'L7', null],
    ['a bar code', '6291041500213', gtin, null, null],
    ['a bar code with identifier', ']E06291041500213', gtin, null, null],
    ['the bar code of a case', `]I1${gtin}`, gtin, null, null],
    ['a composite of EAN', `]E06291041500213|]e010L7${gs}21S1`, gtin, 'L7', 'S1'],
    ['a plain lot', 'L2026(01)-B', null, null, null],
  ])('reads %s', (_, text, ...stated) => {
    const { gtin: item, lot, serial, faults } = readCarrier(text);
    expect([item, lot, serial]).toEqual(stated);
    expect(faults).toEqual([]);
  });

  it('reads dates, quantities and places', () => {
    const label = readCarrier(`(02)${gtin}(37)24(3103)001520(11)260215(17)280200(414)6291041500213`);
    expect(label.days).toEqual([
      { ai: '11', day: '2026-02-15' },
      { ai: '17', day: '2028-02-29' },
    ]);
    expect(label.amounts).toEqual([
      { ai: '37', amount: 24, unit: null, isGross: false },
      { ai: '3103', amount: 1.52, unit: 'kg', isGross: false },
    ]);
    expect([label.contentGtin, label.gln]).toEqual([gtin, '6291041500213']);
    expect(readCarrier(`(01)${gtin}(3922)599`).lacking).toEqual(['3922']);
  });

  test.each([
    ['a wrong check digit', '(01)06291041500214(21)A', 'check_digit'],
    ['a wrong check digit of a link', 'https://id.gs1.org/01/06291041500214/21/A', 'check_digit'],
    ['a wrong check digit of a bar code', ']E06291041500214', 'check_digit'],
    ['an AI that there is not', `]d201${gtin}89X${gs}21A`, 'unknown_ai'],
    ['two serial numbers', `]d201${gtin}21A${gs}21B`, 'repeated'],
    ['an item and its contents', `(01)${gtin}(02)${gtin}`, 'excluded'],
    ['a lot without its end', `]C101${gtin}10A2021121092220084115197`, 'length'],
    ['a day that there is not', `(01)${gtin}(17)260431`, 'date'],
    ['a day or a part of the lot', `(01)${gtin}(10)L(17)A`, 'ambiguous'],
    ['the order of qualifiers', `https://id.gs1.org/01/${gtin}/21/A/10/L`, 'order'],
    ['a serial number in the query', `https://id.gs1.org/01/${gtin}?21=${code}`, 'misplaced'],
    ['an attribute in the path', `https://id.gs1.org/01/${gtin}/17/271231`, 'misplaced'],
    ['an attribute twice', `https://id.gs1.org/01/${gtin}?99=A&99=A`, 'repeated'],
    ['an EPC of no right length', 'urn:epc:id:sgtin:6291041.50021.A', 'undecodable'],
  ])('reports %s, and returns no code', (_, text, kind) => {
    const { faults, codes } = readCarrier(text);
    expect(faults.map((fault) => fault.kind)).toContain(kind);
    expect(codes).toEqual([]);
  });

  it('gives the position of each element in the text', () => {
    const text = `【官方】${publicUrl}/c?code=${code}，请勿转发`;
    const { from, to, notation } = readCarrier(text);
    expect([notation, text.slice(from, to)]).toEqual(['page', `${publicUrl}/c?code=${code}`]);
  });

  it('distinguishes a product from one of its items', () => {
    for (const text of ['6291041500213', `https://x.example/01/${gtin}/10/L`, `01${gtin}17271231`, ']E46291041500213'])
      expect([text, readCarrier(text).productAlone]).toEqual([text, gtin]);
    for (const text of [
      `(01)${gtin}(21)A`,
      `https://x.example/01/${gtin}/235/T`,
      `(00)${sscc}`,
      '00000000000000',
      code,
    ])
      expect([text, readCarrier(text).productAlone]).toEqual([text, null]);
  });

  it('reads elements in any notation', () => {
    const characters = fc.constantFrom(...'!"%&\'*+,-./0123456789:;<=>?ABCXYZ_abcxyz()');
    // A step `.` or `..` is none in any address.
    const value = fc
      .string({ unit: characters, minLength: 1, maxLength: 20 })
      .filter((text) => !/^\.{1,2}$/.test(text));
    const facts = fc.record({
      lot: fc.option(value),
      serial: fc.option(value),
      day: fc.constantFrom('271231', '280200'),
    });
    type Stated = { lot: string | null; serial: string | null; day: string };
    const inBrackets = ({ lot, serial, day }: Stated) =>
      Object.entries({ '01': gtin, 17: day, 10: lot, 21: serial })
        .toSorted(([one], [other]) => Number(one === '21') - Number(other === '21'))
        .flatMap(([ai, stated]) => (stated === null ? [] : `(${ai})${stated.replaceAll('(', '\\(')}`))
        .join('');
    const scanned = ({ lot, serial, day }: Stated, separator: string) =>
      `01${gtin}17${day}${lot === null ? '' : `10${lot}${separator}`}${serial === null ? '' : `21${serial}`}`;
    const written = {
      scanned: (stated: Stated) => `]d2${scanned(stated, gs)}${gs}`,
      named: (stated: Stated) => `]C1${scanned(stated, '<GS>')}`,
      framed: (stated: Stated) => `\x02]Q3${scanned(stated, gs)}\x03\r`,
      enveloped: (stated: Stated) => `[)>\x1e05${gs}${scanned(stated, gs)}\x1e\x04`,
      brackets: inBrackets,
      page: (stated: Stated) => `${publicUrl}/c?code=${encodeURIComponent(inBrackets(stated))}`,
      linked: ({ lot, serial, day }: Stated) =>
        `https://id.example/01/${gtin}${lot === null ? '' : `/10/${encodeURIComponent(lot)}`}${
          serial === null ? '' : `/21/${encodeURIComponent(serial)}`
        }?17=${day}`,
      epc: ({ serial }: Stated) =>
        // Alone, `*` stands for any serial number.
        serial === null || serial === '*' ? '' : `urn:epc:id:sgtin:6291041.050021.${encodeURIComponent(serial)}`,
    };
    const notations = Object.keys(written) as (keyof typeof written)[];
    fc.assert(
      fc.property(facts, fc.constantFrom(...notations), (stated, notation) => {
        const text = written[notation](stated);
        if (text === '') return;
        const reading = readCarrier(text);
        expect([text, reading.faults]).toEqual([text, []]);
        expect([text, reading.gtin, reading.serial]).toEqual([text, gtin, stated.serial]);
        if (notation !== 'epc') expect([reading.lot, reading.value('17')]).toEqual([stated.lot, stated.day]);
      }),
      { numRuns: 2000 },
    );
  });

  it('is not misled by surrounding text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const lead of ['', ']d2', '(01)', 'https://a/01/', 'urn:epc:id:sgtin:', '[)>\x1e05']) {
          const reading = readCarrier(lead + text);
          expect(reading.from).toBeLessThanOrEqual(reading.to);
          if (reading.faults.length > 0) expect(reading.named).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

// What takes time by the square of the length would not end within the time of a test.
it.each(['(', '(21)', '( ', '(21 ', '(21)-', `10${gs}`, gs, '21', ' ', '-', 'https://a', 'a.b', '\x02', ')', '%', '('])(
  'reads %j up to the longest text in linear time',
  (piece) => {
    for (const lead of ['', '(21)', `01${gtin}`, 'https://a/01/']) {
      const text = (lead + piece.repeat(2048)).slice(0, 2048);
      for (let times = 0; times < 20; times++) readCarrier(text);
    }
  },
);
