import { languageFacts, textIn } from '@suyuan/contract/languages.ts';
import { pictureUrl } from '@suyuan/contract/picture.ts';
import type { DesignBlock } from '@suyuan/contract/querymanage/scan-design.ts';
import { createElement as h, type ReactNode } from 'react';
import type { Language } from '#platform/language.ts';
import type { Texts } from '../content/content.ts';
import type { EnterpriseLook, PageLook, Size } from '../content/look-cache.ts';
import { wordsIn } from '../content/words.ts';
import { Place } from './place.ts';

interface Props {
  readonly look: PageLook;
  readonly texts: Texts;
}

export function Banner({ block, look, texts }: Props & { block: DesignBlock & { kind: 'banner' } }): ReactNode {
  const words = wordsIn(texts.language, block.words);
  const picture = h(Picture, { hash: block.picture, size: look.sizes.get(block.picture), alt: words?.text ?? '' });
  return h('section', { className: 'card banner' }, block.link ? h(Outward, { href: block.link }, picture) : picture);
}

/** A text of the enterprise, which is plain text, not HTML. */
export function Custom({ block, texts }: Omit<Props, 'look'> & { block: DesignBlock & { kind: 'custom' } }): ReactNode {
  const title = wordsIn(texts.language, block.title);
  const words = wordsIn(texts.language, block.words);
  if (!title && !words) return null;
  const lang = (of: { lang: Language }) => ({
    lang: of.lang === texts.language ? undefined : languageFacts[of.lang].tag,
  });
  return h(
    'section',
    { className: 'card custom' },
    title && h('h2', lang(title), title.text),
    words?.text.split(/\n{2,}/).map((paragraph, at) => h('p', { key: `${at}`, ...lang(words) }, paragraph)),
    block.link && h('p', null, h(Outward, { href: block.link }, texts.t('more'))),
  );
}

/** Pictures side by side, scrolled by touch without a script. */
export function Carousel({ look, texts }: Props): ReactNode {
  if (look.carousel.length === 0) return null;
  return h(
    'section',
    { className: 'card carousel', 'aria-label': texts.word('field.pictures') },
    h(
      'ul',
      { tabIndex: 0 },
      look.carousel.map(({ title, picture, link }, at) => {
        const image = h(Picture, { hash: picture, size: look.sizes.get(picture), alt: title });
        return h('li', { key: `${at}` }, link ? h(Outward, { href: link }, image) : image);
      }),
    ),
  );
}

/** The story of a product as HTML, which was sanitised when it was saved. */
export function Story({ look: { product }, texts }: Props): ReactNode {
  const story = product && wordsIn(texts.language, product.story);
  if (!story) return null;
  return h(
    'section',
    { className: 'card story', 'aria-labelledby': 'story' },
    h('h2', { id: 'story' }, texts.t('story')),
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when the product was saved; no script would run
    h('div', { lang: languageFacts[story.lang].tag, dangerouslySetInnerHTML: { __html: story.text } }),
  );
}

export function EnterpriseCard({ look: { enterprise }, texts }: Props): ReactNode {
  if (!enterprise) return null;
  const { t, language } = texts;
  const { enterprise_name, names, logo, licence_no, phone, addresses } = enterprise;
  const address = textIn(addresses, language, enterprise.address);
  const area = enterprise.area_name && !address?.startsWith(enterprise.area_name.split(' ')[0] as string);
  return h(
    'section',
    { className: 'card enterprise', 'aria-labelledby': 'enterprise' },
    h('h2', { id: 'enterprise' }, t('enterprise')),
    h(
      'p',
      { className: 'name' },
      logo && h('img', { src: pictureUrl(logo, 'thumb'), alt: '', width: 40, height: 40, loading: 'lazy' }),
      textIn(names, language, enterprise_name),
    ),
    h(
      'dl',
      null,
      licence_no && h('div', null, h('dt', null, t('licence')), h('dd', null, licence_no)),
      phone && h('div', null, h('dt', null, t('phone')), h('dd', null, h(Telephone, { phone }))),
      (address || area) &&
        h(
          'div',
          null,
          h('dt', null, t('address')),
          h(
            'dd',
            null,
            area && h(Place, { name: enterprise.area_name as string, texts }),
            area && address && ' ',
            address,
          ),
        ),
    ),
  );
}

/** A number that a phone calls. */
export const Telephone = ({ phone }: { phone: string }): ReactNode =>
  h('a', { href: `tel:${phone.replace(/[^\d+]/g, '')}` }, phone);

/** The ICP registration number, which websites in China must show in their footer. */
export function Icp({ enterprise }: { enterprise: EnterpriseLook | undefined }): ReactNode {
  if (!enterprise?.icp_number) return null;
  const { icp_number, icp_url } = enterprise;
  return h('p', null, icp_url ? h(Outward, { href: icp_url }, icp_number) : icp_number);
}

function Picture({ hash, size, alt }: { hash: string; size: Size | undefined; alt: string }): ReactNode {
  return h('img', { src: pictureUrl(hash), alt, loading: 'lazy', decoding: 'async', ...size });
}

function Outward({ href, children }: { href: string; children?: ReactNode | undefined }): ReactNode {
  return h('a', { href, rel: 'noopener noreferrer nofollow', target: '_blank' }, children);
}
