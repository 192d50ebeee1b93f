import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Carrier, Level } from '../format/format.ts';
import { carrierText, toGtin14 } from './carrier.ts';
import { codeCandidates } from './read-carrier.ts';

const publicUrl = 'https://trace.example.cn';
const code = '7G2KX09QWZ4M';

describe('carrierText', () => {
  it('writes the code, its page, or a Digital Link', () => {
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

  it('round-trips the code', () => {
    const codes = fc.string({ unit: fc.constantFrom(...'0123456789ABCXYZabcxyz'), minLength: 6, maxLength: 20 });
    fc.assert(
      fc.property(
        codes,
        fc.constantFrom<Carrier>('plain', 'url', 'digital-link'),
        fc.constantFrom<Level>(1, 2, 3, 4),
        (code, carrier, level) => {
          const text = carrierText(code, { carrier, publicUrl, gtin: '6291041500213', level });
          // A plain run of digits can be an element string as well: then both are tried.
          if (carrier === 'plain') expect(codeCandidates(text)).toContain(code);
          // The key of an SSCC has to be right, which these are not.
          else if (carrier === 'url' || level < 3) expect(codeCandidates(text)[0]).toBe(code);
        },
      ),
    );
  });
});
