import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { codeCandidates, readCarrier } from './read-carrier.ts';

const publicUrl = 'https://trace.example.cn';
const code = '7G2KX09QWZ4M';
const sscc = '376104250021234569';
const gtin = '06291041500213';
const gs = '\x1d';

describe('codeCandidates', () => {
  test.each<readonly [string, string, string]>([
    ['the code', code, code],
    ['the code with blanks around', `  ${code}\r\n`, code],
    ['groups with spaces and hyphens', '7G2K-X09Q WZ4M', code],
    ['full-width letters', '７Ｇ２ＫＸ０９ＱＷＺ４Ｍ', code],
    ['the page', `${publicUrl}/c?code=${code}`, code],
    ['the page among other parameters', `${publicUrl}/c?utm=x&code=${code}&lang=en#top`, code],
    ['the short page', `http://localhost:8080/m/q/${code}`, code],
    ['a scheme in capitals', `HTTPS://TRACE.EXAMPLE.CN/C?code=${code}`, code],
    ['a Digital Link', `${publicUrl}/01/06291041500213/21/${code}`, code],
    ['a Digital Link with lot and date', `${publicUrl}/01/06291041500213/10/L21/21/${code}?17=271231`, code],
    ['a Digital Link of the lot 21', `${publicUrl}/01/06291041500213/10/21/21/${code}`, code],
    ['a Digital Link of a pallet', `${publicUrl}/00/${sscc}`, sscc],
    ['a Digital Link on a path', `https://id.example.com/some/where/01/06291041500213/21/${code}/`, code],
    ['an escaped step', `${publicUrl}/01/06291041500213/21/7G2%4BX09QWZ4M`, code],
    ['elements in brackets', `(01)06291041500213(21)${code}`, code],
    ['elements in brackets, lot last', `(01)06291041500213(21)${code}(10)LOT`, code],
    ['an SSCC in brackets', `(00)${sscc}`, sscc],
    ['an element string', `010629104150021321${code}`, code],
    ['with symbology identifier', `]d2010629104150021321${code}`, code],
    ['with FNC1 first', `${gs}010629104150021321${code}`, code],
    ['with identifier and FNC1', `]C1${gs}010629104150021321${code}`, code],
    ['lot before, ended by FNC1', `010629104150021310LOT21${gs}21${code}`, code],
    ['date before', `01062910415002131727123121${code}`, code],
    ['date and lot before', `010629104150021311260101172712311021${gs}21${code}`, code],
    ['lot after', `010629104150021321${code}${gs}10LOT`, code],
    ['an SSCC', `00${sscc}`, sscc],
    ['an SSCC with identifier', `]C100${sscc}`, sscc],
    ['a bare SSCC', sscc, sscc],

    ['elements with blanks', `(01) 06291041500213 (21) ${code}`, code],
    ['elements with blanks inside', '( 01 ) 0 6291041 50021 3 (21) 7G2K X09Q WZ4M (10) L1', code],
    ['elements below a title', `GTIN/序列号：(01)06291041500213 (21)${code}`, code],
    ['full-width brackets', `（01）06291041500213（21）${code}`, code],
    ['an SSCC in groups', '(00) 3 7610425 002123456 9', sscc],
    ['an SSCC in brackets before its contents', `(00)${sscc}(02)06291041500213(37)24`, sscc],
    ['elements with blanks for brackets', `01 06291041500213 21 ${code}`, code],

    ['an SSCC before contents', `00${sscc}02062910415002133724${gs}10LOT`, sscc],
    ['an SSCC after contents', `]C102062910415002133724${gs}00${sscc}`, sscc],
    ['the serial first', `]d221${code}${gs}0106291041500213`, code],
    ['the serial between', `]Q3010629104150021317271231${gs}21${code}${gs}10LOT`, code],
    ['lot, weight and place before', `]e0010629104150021310LOT${gs}3103001520414629104150021321${code}`, code],
    ['four-digit AIs before', `010629104150021370032712311030${gs}21${code}`, code],
    ['FNC1 at the end', `010629104150021321${code}${gs}`, code],
    ['FNC1 as a picture', `010629104150021310LOT␝21${code}`, code],
    ['FNC1 by name', `010629104150021310LOT<GS>21${code}`, code],
    ['the identifier of a plain QR code', `]Q1${publicUrl}/c?code=${code}`, code],
    ['the identifier of plain Code 128', `]C0${code}`, code],

    ['a Digital Link of any host', `http://example.org:8080/01/06291041500213/22/2A/10/21/21/${code}`, code],
    ['AIs of a query', `https://id.gs1.org/?01=06291041500213&21=${code}`, code],
    ['words for AIs', `https://id.gs1.org/gtin/06291041500213/ser/${code}`, code],
    ['a Digital Link of an SSCC with contents', `https://id.gs1.org/00/${sscc}?02=06291041500213&37=24`, sscc],
    ['a Digital Link without scheme', `id.gs1.org/01/06291041500213/21/${code}`, code],
    ['a Digital Link of a GTIN-13', `https://id.gs1.org/01/6291041500213/21/${code}`, code],
    ['an address escaped as a whole', encodeURIComponent(`${publicUrl}/c?code=${code}`), code],
    ['an address in a message', `【溯源】查询 ${publicUrl}/c?code=${code} 谢谢`, code],
    ['an address of a Chinese domain', `https://溯源.中国/c?code=${code}`, code],
    ['the parameter in capitals', `HTTPS://T.EXAMPLE/C?CODE=${code}`, code],

    ['an address before Chinese', `【官方】${publicUrl}/c?code=${code}，请勿转发`, code],
    ['an address before a full stop', `See ${publicUrl}/c?code=${code}.`, code],
    ['an address before any script', `${publicUrl}/c?code=${code}はこちら`, code],
    ['an address in brackets', `(${publicUrl}/c?code=${code})`, code],
    ['an address of HTML', `${publicUrl}/c?utm=1&amp;code=${code}`, code],
    ['an address without scheme in a sentence', `请查询 trace.example.cn/c?code=${code}，谢谢`, code],
    ['a Digital Link in a sentence', `扫码：https://id.gs1.org/01/${gtin}/21/${code}。谢谢`, code],
    ['the page of elements', `${publicUrl}/c?code=${encodeURIComponent(`(01)${gtin}(21)${code}`)}`, code],
    ['an EPC URI', `urn:epc:id:sgtin:6291041.050021.${code}`, code],
    ['an EPC tag URI', `urn:epc:tag:sgtin-198:3.6291041.050021.${code}`, code],
    ['an EPC URI of an SSCC', 'urn:epc:id:sscc:7610425.3002123456', '376104250021234569'],
    ['a hexadecimal EPC', 'https://id.gs1.org/ehf73069008801230256c18f24607c18fd51356000', 'GPJGB8GP1RNW'],
    ['an EPC in base 64', 'https://id.gs1.org/ex9zBpAIgBIwJWwY8kYHwY_VE1Y', 'GPJGB8GP1RNW'],

    ['STX and ETX', `\x02${code}\x03`, code],
    ['SOH and EOT', `\x01${code}\x04`, code],
    ['an envelope', `[)>\x1e05${gs}01${gtin}21${code}\x1e\x04`, code],
    ['FNC1 shown as a box', `\ufffd01${gtin}21${code}`, code],
    ['FNC1 shown as a box, and a blank', `\ufffd01${gtin} 21 ${code}`, code],
    ...['[GS]', '{FNC1}', '<FNC1>', '^]', '\\x1d', '\\u001d', '%1D', '&#29;'].map(
      (name) => [`FNC1 as ${name}`, `01${gtin}10L${name}21${code}`, code] as const,
    ),
    ['an apostrophe in front', `'${code}`, code],
    ...[',', ';', '.', '。', '，'].map((mark) => [`${mark} at the end`, code + mark, code] as const),

    ['zero-width characters', `\ufeff7G2K\u200bX09Q\u200d\u2060WZ4M\u200e`, code],
    ['a soft hyphen', '7G2KX09\u00adQWZ4M', code],
    ['en and em dashes', '7G2K–X09Q—WZ4M', code],
    ['minus signs and the long vowel mark', '7G2K−X09QーWZ4M', code],
    ['non-breaking and ideographic blanks', '7G2K\u00a0X09Q\u3000WZ4M\u202f', code],
    ['full-width digits and hyphens', '３７６１０４２５－００２１２３４５６９', sscc],
  ])('reads %s', (_, scanned, expected) => expect(codeCandidates(scanned)[0]).toBe(expected));

  it('reads a bare code that looks like an element string both ways', () => {
    const digits = '01062910415002132112345678';
    expect(codeCandidates(digits)).toEqual(['12345678', digits]);
    expect(codeCandidates(`00${sscc}`)).toEqual([sscc, `00${sscc}`]);
    // With a wrong check digit the GTIN is misread, so what follows is no serial number of it.
    expect(codeCandidates('01062910415002142112345678')).toEqual(['01062910415002142112345678']);
  });

  it.each(['2112345678901234', '1712312121123456', '0012345678901234', '1012345678901234', '9912345678901234'])(
    'takes %s, of 16 digits, for itself',
    (digits) => expect(codeCandidates(digits)).toEqual([digits]),
  );

  it.each([
    '',
    '   ',
    '-',
    '<script></script>',
    'https://',
    'https://%',
    'a'.repeat(65),
    `${code}\0`,
    '扫码',
    '(01)',
    '0106291041500213'.repeat(200),
  ])('finds no code in %j', (scanned) => expect(codeCandidates(scanned)).toEqual([]));

  it('never throws, and finds few and short candidates of letters and digits', () => {
    const pieces = [
      'http://',
      'https://a/',
      '01',
      '21',
      '00',
      '10',
      '17',
      '(01)',
      '(21)',
      '(',
      ')',
      '/',
      '%',
      '?code=',
      '&',
      ']C1',
      gs,
      '06291041500213',
      code,
      ' ',
      '-',
      '\0',
      '溯',
      '\u200b',
      '（21）',
      '—',
      'https%3A%2F%2F',
      'a.cn/01/',
      '?21=',
    ];
    const hostile = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, (scanned) => {
        const found = codeCandidates(scanned);
        expect(found.length).toBeLessThanOrEqual(16);
        expect(new Set(found).size).toBe(found.length);
        for (const candidate of found) expect(candidate).toMatch(/^[0-9A-Za-z]{1,64}$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes up to 2048 characters', () => {
    const blanks = ' '.repeat(2048 - code.length);
    expect(codeCandidates(blanks + code)).toEqual([code]);
    expect(codeCandidates(`${blanks} ${code}`)).toEqual([]);
    expect(codeCandidates(`${publicUrl}/c?${'a&'.repeat(50_000)}code=${code}`)).toEqual([]);
  });
});

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
    ['a plain lot', 'L2026(01)-B', null, null, null],
  ])('reads %s', (_, text, ...said) => {
    const { gtin: item, lot, serial, faults } = readCarrier(text);
    expect([item, lot, serial]).toEqual(said);
    expect(faults).toEqual([]);
  });

  it('reads days, amounts and places', () => {
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
  ])('names %s, and no code', (_, text, kind) => {
    const { faults, codes } = readCarrier(text);
    expect(faults.map((fault) => fault.kind)).toContain(kind);
    expect(codes).toEqual([]);
  });

  it('says where in a text it stood', () => {
    const text = `【官方】${publicUrl}/c?code=${code}，请勿转发`;
    const { from, to, notation } = readCarrier(text);
    expect([notation, text.slice(from, to)]).toEqual(['page', `${publicUrl}/c?code=${code}`]);
  });

  it('tells a product from an item of it', () => {
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

  it('reads elements as they were written, in whatever notation', () => {
    const characters = fc.constantFrom(...'!"%&\'*+,-./0123456789:;<=>?ABCXYZ_abcxyz()');
    const value = fc.string({ unit: characters, minLength: 1, maxLength: 20 });
    const facts = fc.record({
      lot: fc.option(value),
      serial: fc.option(value),
      day: fc.constantFrom('271231', '280200'),
    });
    const written = {
      scanned: ({ lot, serial, day }: { lot: string | null; serial: string | null; day: string }) =>
        `]d201${gtin}17${day}${lot === null ? '' : `10${lot}${gs}`}${serial === null ? '' : `21${serial}${gs}`}`,
      linked: ({ lot, serial, day }: { lot: string | null; serial: string | null; day: string }) =>
        `https://id.example/01/${gtin}${lot === null ? '' : `/10/${encodeURIComponent(lot)}`}${
          serial === null ? '' : `/21/${encodeURIComponent(serial)}`
        }?17=${day}`,
      epc: ({ serial }: { serial: string | null }) =>
        serial === null ? '' : `urn:epc:id:sgtin:6291041.050021.${encodeURIComponent(serial)}`,
    };
    fc.assert(
      fc.property(facts, fc.constantFrom('scanned', 'linked', 'epc'), (said, notation) => {
        const text = written[notation as 'scanned' | 'linked'](said);
        if (text === '') return;
        const reading = readCarrier(text);
        expect(reading.faults).toEqual([]);
        expect([reading.gtin, reading.serial]).toEqual([gtin, said.serial]);
        if (notation !== 'epc') expect([reading.lot, reading.value('17')]).toEqual([said.lot, said.day]);
      }),
    );
  });

  it('is never led on by what is around, and never throws', () => {
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
  '%j to the longest text is read in one go',
  (piece) => {
    for (const lead of ['', '(21)', `01${gtin}`, 'https://a/01/']) {
      const text = (lead + piece.repeat(2048)).slice(0, 2048);
      for (let times = 0; times < 20; times++) readCarrier(text);
    }
  },
);
