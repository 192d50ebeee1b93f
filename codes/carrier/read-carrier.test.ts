import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { codeCandidates, productIn, readCarrier } from './read-carrier.ts';

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

  it('reads an ambiguous bare code both as a code and as an element string', () => {
    const digits = '01062910415002132112345678';
    expect(codeCandidates(digits)).toEqual(['12345678', digits]);
    expect(codeCandidates(`00${sscc}`)).toEqual([sscc, `00${sscc}`]);
    // With a wrong check digit the GTIN is misread, so what follows is no serial number of it.
    expect(codeCandidates('01062910415002142112345678')).toEqual(['01062910415002142112345678']);
  });

  it.each(['2112345678901234', '1712312121123456', '0012345678901234', '1012345678901234', '9912345678901234'])(
    'takes %s, of 16 digits, as a code itself',
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

  it('never throws, and finds few, short, alphanumeric candidates', () => {
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

  it('reads up to 2048 characters', () => {
    const blanks = ' '.repeat(2048 - code.length);
    expect(codeCandidates(blanks + code)).toEqual([code]);
    expect(codeCandidates(`${blanks} ${code}`)).toEqual([]);
    expect(codeCandidates(`${publicUrl}/c?${'a&'.repeat(50_000)}code=${code}`)).toEqual([]);
  });
});

describe('productIn', () => {
  test.each([
    ['an EAN-13', '6291041500213'],
    ['an EAN-8', '96385074'],
    ['a case with its ITF-14', '16291041500210'],
    ['a GTIN with its AI', '0106291041500213'],
    ['a Digital Link without a serial number', `${publicUrl}/01/${gtin}`],
  ])('finds the product in %s', (_, scanned) => expect(productIn(scanned)).toBe(readCarrier(scanned).gtin));

  it('finds none in a code, nor in a GTIN with a serial number', () => {
    expect(productIn(code)).toBeNull();
    expect(productIn(`010629104150021321${code}`)).toBeNull();
  });

  it('agrees with the whole reading of letters and digits', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 22 });
    const bare = fc.oneof(
      digits,
      fc.constantFrom('00', '01', '02').chain((ai) => digits.map((text) => ai + text)),
      fc.stringMatching(/^[0-9A-Za-z]{1,64}$/),
    );
    fc.assert(
      fc.property(bare, (scanned) => {
        expect(productIn(scanned)).toBe(readCarrier(scanned).productAlone);
      }),
    );
  });
});
