import type { ScanAnswer } from '@suyuan/contract/consumer/scan.ts';
import { plainDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import { expect, test, vi } from 'vitest';
import { languages } from '#platform/language.ts';
import { type PageContent, textsOf } from '../content/content.ts';
import type { PageLook } from '../content/look-cache.ts';
import { pageDocument } from './view.ts';

const at = '2026-07-15T08:00:00.000Z';
const product = { product_name: '云泉 53°', spec: '500 mL', gtin: '6901234567892' } as ScanAnswer['product'];
const answered = (verdict: ScanAnswer['verdict'], known: boolean): PageContent => ({
  kind: 'answer',
  text: 'ABCD',
  at: Date.parse(at),
  ref: 'r',
  placeGiven: false,
  answer: {
    verdict,
    code: known ? 'ABCD' : null,
    product: known ? product : null,
    trace: known ? [{ step: 'commissioning', at, region: '江苏省' }] : [],
    scan: { count: 2, first_at: at, first_region: '江苏省 南京市' },
  } as ScanAnswer,
});
const words = { zh: '文字', en: 'Words\n\nmore' };
const look: PageLook = {
  design: {
    ...plainDesign,
    blocks: [
      ...plainDesign.blocks,
      { kind: 'carousel' },
      { kind: 'banner', picture: 'a'.repeat(64), words, link: 'https://example.com/' },
      { kind: 'custom', title: words, words, link: 'https://example.com/' },
    ],
    verdicts: [{ verdict: 'repeated', from: 2, title: { en: 'Seen [[count]] times' }, words: {} }],
  },
  enterprise: {
    enterprise_name: '云泉酒业',
    logo: 'b'.repeat(64),
    licence_no: '91320100',
    phone: '025-1234',
    address: '南京',
    area_name: '江苏省 南京市 玄武区',
    icp_number: '苏ICP备1号',
    icp_url: 'https://beian.miit.gov.cn/',
    names: { en: 'Yunquan Spirits' },
    addresses: {},
  },
  carousel: ['c', 'd'].map((letter) => ({
    title: letter,
    picture: letter.repeat(64),
    link: letter === 'c' ? 'https://example.com/' : null,
    shown_from: null,
    shown_to: null,
  })),
  sizes: new Map([['a'.repeat(64), { width: 800, height: 300 }]]),
  product: {
    picture: 'e'.repeat(64),
    names: { en: 'Yunquan 53% ABV' },
    specs: {},
    unit: { zh: '瓶', en: 'bottle' },
    story: { zh: '<p>故事</p>' },
    facts: [
      {
        label: { zh: '产地', en: 'Origin', es: 'Origen', ja: '産地' },
        value: { zh: '南京', en: 'Nanjing', es: 'Nankín', ja: '南京' },
      },
    ],
  },
};
const contents: readonly PageContent[] = [
  answered('genuine', true),
  answered('repeated', true),
  answered('unbound', false),
  answered('void', false),
  answered('unknown', false),
  { kind: 'ask' },
  {
    kind: 'product',
    product: { id: 1, product_code: 'P', product_name: '云泉 53°', spec: null, gtin: '6901234567892' },
  },
  { kind: 'confirm', text: 'ABCD', ref: 'r' },
  { kind: 'busy' },
  { kind: 'tooMany' },
];

test('React reports no errors for the page, in any state and language', () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const language of languages) {
    for (const content of contents)
      pageDocument({ content, look, texts: textsOf('Asia/Shanghai', language) }, undefined);
  }
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});

test('product, enterprise and provinces have names in the language, or else their own', () => {
  const page = (language: 'en' | 'es') =>
    pageDocument({ content: answered('repeated', true), look, texts: textsOf('Asia/Shanghai', language) }, undefined);
  for (const name of ['Yunquan 53% ABV', 'Yunquan Spirits', 'Jiangsu Nanjing', '500 mL'])
    expect(page('en')).toContain(name);
  for (const name of ['云泉 53°', '云泉酒业', 'Jiangsu', 'Nankín']) expect(page('es')).toContain(name);
  expect(page('en')).not.toContain('云泉');
});

test("the template's own texts replace those of the page", () => {
  const page = (language: 'zh' | 'en') =>
    pageDocument({ content: answered('repeated', true), look, texts: textsOf('Asia/Shanghai', language) }, undefined);
  expect(page('en')).toContain('<h1>Seen 2 times</h1>');
  expect(page('zh')).toContain('<h1>该码已被查询过</h1>');
});
