import { expect, test, vi } from 'vitest';
import type { ScanAnswer } from '../../../contract/consumer.ts';
import { languages } from '../../platform/language.ts';
import { pageDocument } from './page-document.ts';
import { textsOfAll } from './page-texts.ts';
import type { PageContent } from './page-view.ts';

const at = '2026-07-15T08:00:00.000Z';
const product = { product_name: '云泉 53°', spec: '500 mL', gtin: '6901234567892' } as ScanAnswer['product'];
const answered = (verdict: ScanAnswer['verdict'], known: boolean): PageContent => ({
  kind: 'answer',
  asked: 'ABCD',
  at: Date.parse(at),
  ref: 'r',
  answer: {
    verdict,
    code: known ? 'ABCD' : null,
    product: known ? product : null,
    trace: known ? [{ step: 'commissioning', at, region: '江苏省' }] : [],
    scan: { count: 2, first_at: at, first_region: '江苏省 南京市' },
  } as ScanAnswer,
});
const contents: readonly PageContent[] = [
  answered('genuine', true),
  answered('repeated', true),
  answered('unbound', false),
  answered('void', false),
  answered('unknown', false),
  { kind: 'ask' },
  { kind: 'confirm', asked: 'ABCD', ref: 'r' },
  { kind: 'busy', asked: 'ABCD', ref: 'r' },
  { kind: 'tooMany', asked: 'ABCD', ref: 'r' },
];

test('React has no complaint about the page, whatever it shows, in any language', () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const texts = textsOfAll('Asia/Shanghai');
  for (const language of languages) {
    for (const content of contents) pageDocument({ content, texts: texts[language] }, undefined);
  }
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});
