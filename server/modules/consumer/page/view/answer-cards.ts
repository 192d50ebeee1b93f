import type { ScanAnswer } from '@suyuan/contract/consumer/scan.ts';
import { textIn } from '@suyuan/contract/languages.ts';
import { pictureUrl } from '@suyuan/contract/picture.ts';
import type { DesignBlock, OwnBlock } from '@suyuan/contract/querymanage/scan-design.ts';
import { Fragment, createElement as h, type ReactNode } from 'react';
import type { Texts } from '../content/content.ts';
import type { PageLook } from '../content/look-cache.ts';
import type { StatedProduct } from '../content/stated-product.ts';
import { Banner, Carousel, Custom, EnterpriseCard, Story, Telephone } from './blocks.ts';
import { Icon } from './icons.ts';
import { Place } from './place.ts';

interface Props {
  readonly answer: ScanAnswer;
  readonly texts: Texts;
}

interface CardsProps extends Props {
  readonly text: string;
  readonly look: PageLook;
  readonly ask: ReactNode;
  readonly place: ReactNode;
}

interface ProductCardsProps {
  readonly product: StatedProduct;
  readonly texts: Texts;
  readonly look: PageLook;
  readonly ask: ReactNode;
}

/**
 * The cards besides the verdict, in the order of the template, in two columns if there is room. Earlier scans always come first;
 * for an unknown code there is a form to enter it again.
 */
export function AnswerCards({ text, answer, texts, look, ask, place }: CardsProps): ReactNode {
  const own: Record<OwnBlock, ReactNode> = {
    product: answer.product && h(ProductCard, { product: answer.product, look, texts }),
    story: answer.product && h(Story, { look, texts }),
    code: h(CodeCard, { code: answer.code ?? text, texts }),
    trace: answer.trace.length > 0 && h(TraceCard, { answer, texts }),
    carousel: h(Carousel, { look, texts }),
    enterprise: h(EnterpriseCard, { look, texts }),
    place,
    ask,
  };
  const first = [
    answer.package && h(PackageCard, { around: answer.package, texts }),
    answer.verdict === 'unbound' && h(AdviceCard, { look, texts }),
    answer.verdict === 'repeated' && h(BeforeCard, { answer, texts }),
    answer.verdict === 'unknown' && ask,
  ];
  const blocks = look.design.blocks.filter(({ kind }) => kind !== 'ask' || answer.verdict !== 'unknown');
  const all = listed([...first, ...blocks.map((block) => cardOf(block, own, { look, texts }))]);
  return answer.product ? inColumns(all) : h('div', { className: 'cards' }, all);
}

/** The cards about a product below the form for a code: the template's blocks, except for those about codes. */
export function ProductCards({ product, look, texts, ask }: ProductCardsProps): ReactNode {
  const own: Partial<Record<OwnBlock, ReactNode>> = {
    product: h(ProductCard, { product, look, texts }),
    story: h(Story, { look, texts }),
    carousel: h(Carousel, { look, texts }),
    enterprise: h(EnterpriseCard, { look, texts }),
  };
  return inColumns(listed([ask, ...look.design.blocks.map((block) => cardOf(block, own, { look, texts }))]));
}

function cardOf(
  block: DesignBlock,
  own: Partial<Record<OwnBlock, ReactNode>>,
  { look, texts }: { look: PageLook; texts: Texts },
): ReactNode {
  if (block.kind === 'banner') return h(Banner, { block, look, texts });
  if (block.kind === 'custom') return h(Custom, { block, texts });
  return own[block.kind];
}

const listed = (cards: readonly ReactNode[]) =>
  cards.filter(Boolean).map((card, at) => h(Fragment, { key: `${at}` }, card));

function inColumns(cards: readonly ReactNode[]): ReactNode {
  const half = Math.ceil(cards.length / 2);
  return h('div', { className: 'cards two' }, h('div', null, cards.slice(0, half)), h('div', null, cards.slice(half)));
}

function CodeCard({ code, texts: { t, word } }: { code: string; texts: Texts }): ReactNode {
  return h(
    'section',
    { className: 'card code', 'aria-labelledby': 'asked' },
    h('h2', { id: 'asked' }, t('code')),
    h('code', { 'data-code': code, dir: 'ltr' }, grouped(code)),
    h(
      'button',
      { type: 'button', className: 'copy', hidden: true, 'aria-label': t('copy'), 'data-done': word('code.copied') },
      h(Icon, { name: 'copy' }),
    ),
    h('span', { className: 'told', role: 'status' }),
  );
}

/** The code is that of a case or pallet; whether a single item has a code of its own that can be checked. */
function PackageCard({
  around: { level, units },
  texts: { t, word },
}: {
  around: NonNullable<ScanAnswer['package']>;
  texts: Texts;
}): ReactNode {
  return h(
    'section',
    { className: 'card before', 'aria-labelledby': 'package' },
    h('h2', { id: 'package' }, t('package', { level: word(`field.level.${level}`) })),
    h('p', { className: 'advice' }, units ? t('package.units', { count: units }) : t('package.text')),
  );
}

/** What to do about goods whose code is not activated: the seller may know more, and so may the enterprise. */
function AdviceCard({ look: { enterprise }, texts: { t } }: { look: PageLook; texts: Texts }): ReactNode {
  return h(
    'section',
    { className: 'card before', 'aria-labelledby': 'advice' },
    h('h2', { id: 'advice' }, t('unbound.advice')),
    h('p', { className: 'advice' }, t('unbound.seller')),
    enterprise?.phone &&
      h('p', { className: 'advice' }, t('unbound.call'), ' ', h(Telephone, { phone: enterprise.phone })),
  );
}

/** The number of earlier scans, with time and place of the first. */
function BeforeCard({ answer, texts }: Props): ReactNode {
  const { scan } = answer;
  const { t, moment } = texts;
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
        scan.first_region ? h(Place, { name: scan.first_region, texts }) : t('placeUnknown'),
      ),
    ),
    !answer.package && h('p', { className: 'advice' }, t('before.advice')),
  );
}

function ProductCard({
  product,
  look,
  texts: { t, word, language },
}: {
  product: Pick<NonNullable<ScanAnswer['product']>, 'product_name' | 'spec' | 'gtin'> &
    Partial<Pick<NonNullable<ScanAnswer['product']>, 'lot' | 'production_date' | 'expiry_date'>>;
  look: PageLook;
  texts: Texts;
}): ReactNode {
  const picture = look.product?.picture;
  const name = textIn(look.product?.names, language, product.product_name);
  const spec = textIn(look.product?.specs, language, product.spec);
  return h(
    'section',
    { className: 'card product', 'aria-labelledby': 'product' },
    h('h2', { id: 'product' }, t('product')),
    h(
      'div',
      { className: 'face' },
      picture && h('img', { src: pictureUrl(picture, 'thumb'), alt: '', width: 88, height: 88, decoding: 'async' }),
      h('p', { className: 'name' }, name, spec && h('small', null, spec)),
    ),
    h(
      'dl',
      null,
      product.lot && h(Fact, { title: word('field.lot') }, product.lot),
      product.production_date && h(Fact, { title: t('productionDate') }, product.production_date),
      product.expiry_date && h(Fact, { title: t('expiryDate') }, product.expiry_date),
      product.gtin && h(Fact, { title: 'GTIN' }, h('span', { className: 'number' }, product.gtin)),
      look.product?.facts.map(({ label, value }, at) =>
        h(Fact, { key: `${at}`, title: textIn(label, language) }, textIn(value, language)),
      ),
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
          h('span', null, texts.month(at), region && ' · ', region && h(Place, { name: region, texts })),
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
 * Formats a code in groups of four, which are easier to compare. A text that is not a code is shown as it is, truncated, without
 * characters that would reverse the direction of surrounding text.
 */
function grouped(code: string): string {
  const text = code.replace(invisible, '');
  const short = text.length > 64 ? `${text.slice(0, 64).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return /^[0-9A-Za-z]+$/.test(short) ? short.replace(/(.{4})(?=.)/g, '$1 ') : short;
}
