import { createElement as h, type ReactNode } from 'react';
import type { ScanAnswer } from '../../../contract/consumer.ts';
import { Icon } from './page-icons.ts';
import type { Texts } from './page-texts.ts';

interface Props {
  readonly answer: ScanAnswer;
  readonly texts: Texts;
}

/** The facts behind a verdict, in two columns where there is room. A code that was not found is asked for again first. */
export function AnswerCards({ asked, answer, texts, ask }: Props & { asked: string; ask: ReactNode }): ReactNode {
  const { verdict, product, trace } = answer;
  const code = h(CodeCard, { code: answer.code ?? asked, texts });
  if (!product) return h('div', { className: 'cards' }, ...(verdict === 'unknown' ? [ask, code] : [code, ask]));
  return h(
    'div',
    { className: 'cards two' },
    h(
      'div',
      null,
      verdict === 'repeated' && h(BeforeCard, { answer, texts }),
      code,
      h(ProductCard, { product, texts }),
    ),
    h('div', null, trace.length > 0 && h(TraceCard, { answer, texts }), ask),
  );
}

function CodeCard({ code, texts: { t } }: { code: string; texts: Texts }): ReactNode {
  return h(
    'section',
    { className: 'card code', 'aria-labelledby': 'asked' },
    h('h2', { id: 'asked' }, t('code')),
    h('code', { 'data-code': code, dir: 'ltr' }, grouped(code)),
    h(
      'button',
      { type: 'button', className: 'copy', hidden: true, 'aria-label': t('copy'), 'data-done': t('copied') },
      h(Icon, { name: 'copy' }),
    ),
    h('span', { className: 'told', role: 'status' }),
  );
}

/** How often before, and when and where first. */
function BeforeCard({ answer: { scan }, texts }: Props): ReactNode {
  const { t, moment, language } = texts;
  return h(
    'section',
    { className: 'card before', 'aria-labelledby': 'before' },
    h('h2', { id: 'before' }, t('before')),
    h(
      'dl',
      null,
      h(Fact, { title: t('count') }, t('times', { count: scan.count })),
      scan.first_at && h(Fact, { title: t('firstAt') }, h('time', { dateTime: scan.first_at }, moment(scan.first_at))),
      h(
        Fact,
        { title: t('firstRegion') },
        // Places are known by their Chinese names.
        scan.first_region
          ? h('span', { lang: language === 'zh' ? undefined : 'zh' }, scan.first_region)
          : t('placeUnknown'),
      ),
    ),
    h('p', { className: 'advice' }, t('before.advice')),
  );
}

function ProductCard({
  product,
  texts: { t },
}: {
  product: NonNullable<ScanAnswer['product']>;
  texts: Texts;
}): ReactNode {
  return h(
    'section',
    { className: 'card product', 'aria-labelledby': 'product' },
    h('h2', { id: 'product' }, t('product')),
    h('p', { className: 'name' }, product.product_name),
    h(
      'dl',
      null,
      product.spec && h(Fact, { title: t('spec') }, product.spec),
      product.gtin && h(Fact, { title: 'GTIN' }, h('span', { className: 'number' }, product.gtin)),
    ),
  );
}

function TraceCard({ answer, texts }: Props): ReactNode {
  return h(
    'section',
    { className: 'card', 'aria-labelledby': 'trace' },
    h('h2', { id: 'trace' }, texts.t('trace')),
    h(
      'ol',
      { className: 'trace' },
      answer.trace.map(({ step, at, region }) =>
        h(
          'li',
          { key: step + at },
          h('strong', null, texts.t(`trace.${step}`)),
          h('span', null, [texts.month(at), region].filter(Boolean).join(' · ')),
        ),
      ),
    ),
  );
}

function Fact({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  return h('div', null, h('dt', null, title), h('dd', null, children));
}

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * In groups of four, as people read and compare codes. What is no code of ours is shown as it came, cut short, without
 * the characters that would turn the text around it.
 */
function grouped(code: string): string {
  const text = code.replace(invisible, '');
  const short = text.length > 64 ? `${text.slice(0, 64).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return /^[0-9A-Za-z]+$/.test(short) ? short.replace(/(.{4})(?=.)/g, '$1 ') : short;
}
