import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { carrierText, codeCandidates, toGtin14 } from './carrier.ts';
import type { Carrier, Level } from './format.ts';

const publicUrl = 'https://trace.example.cn';
const code = '7G2KX09QWZ4M';
const sscc = '376104250021234569';
const gs = '\x1d';

describe('carrierText', () => {
  it('writes the code, the page of it, or a Digital Link', () => {
    const text = (carrier: Carrier, level: Level) =>
      carrierText(code, { carrier, publicUrl, gtin: '6291041500213', level });
    expect(text('plain', 1)).toBe(code);
    expect(text('url', 1)).toBe(`${publicUrl}/c?code=${code}`);
    expect(text('digital-link', 1)).toBe(`${publicUrl}/01/06291041500213/21/${code}`);
    expect(text('digital-link', 3)).toBe(`${publicUrl}/00/${code}`);
    expect(() => carrierText(code, { carrier: 'digital-link', publicUrl, level: 1 })).toThrow('GTIN');
  });

  test.each(['96385074', '036000291452', '6291041500213', '09506000134352'])('GTIN %s has 14 digits', (gtin) => {
    expect(toGtin14(gtin)).toMatch(/^0*\d{14}$/);
    expect(toGtin14(gtin).endsWith(gtin)).toBe(true);
  });

  it('is read back as the code it was made of', () => {
    const codes = fc.string({ unit: fc.constantFrom(...'0123456789ABCXYZabcxyz'), minLength: 6, maxLength: 40 });
    fc.assert(
      fc.property(
        codes,
        fc.constantFrom<Carrier>('plain', 'url', 'digital-link'),
        fc.constantFrom<Level>(1, 2, 3, 4),
        (code, carrier, level) => {
          const text = carrierText(code, { carrier, publicUrl, gtin: '6291041500213', level });
          // A plain run of digits can be an element string as well: then both are tried.
          if (carrier === 'plain') expect(codeCandidates(text)).toContain(code);
          else expect(codeCandidates(text)[0]).toBe(code);
        },
      ),
    );
  });
});

describe('codeCandidates', () => {
  test.each([
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
  ])('reads %s', (_, scanned, expected) => expect(codeCandidates(scanned)[0]).toBe(expected));

  it('reads a bare code that looks like an element string both ways', () => {
    const digits = '01062910415002132112345678';
    expect(codeCandidates(digits)).toEqual(['12345678', digits]);
    expect(codeCandidates(`00${sscc}`)).toEqual([sscc, `00${sscc}`]);
  });

  it.each([
    '',
    '   ',
    '-',
    '<script>',
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
    ];
    const hostile = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, (scanned) => {
        const found = codeCandidates(scanned);
        expect(found.length).toBeLessThanOrEqual(12);
        expect(new Set(found).size).toBe(found.length);
        for (const candidate of found) expect(candidate).toMatch(/^[0-9A-Za-z]{1,64}$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes no longer for the longest input', () => {
    const longest = [
      '('.repeat(2048),
      '(21)'.repeat(512),
      `01${'0'.repeat(14)}${`10${gs}`.repeat(677)}`,
      `https://a/${'%'.repeat(2000)}`,
      '/21'.repeat(680),
    ];
    const begun = performance.now();
    for (const scanned of longest) codeCandidates(scanned);
    expect(performance.now() - begun).toBeLessThan(200);
  });
});
