import { languageFacts, textIn } from '@suyuan/contract/languages.ts';
import { pictureUrl } from '@suyuan/contract/picture.ts';
import { Fragment, createElement as h, type ReactNode } from 'react';
import { languages } from '#platform/language.ts';
import { isRefusal, type PageContent, type PageProps, type Refused } from '../content/content.ts';
import type { Texts } from '../content/texts.ts';
import { Icon } from './icons.ts';

/** The header with the brand and a language menu, which needs no script. */
export function Header({ content, look, texts }: PageProps): ReactNode {
  return h(
    'header',
    null,
    h('span', { className: 'brand' }, h(Brand, { look, texts })),
    isRefusal(content) ||
      h(
        'details',
        { className: 'languages' },
        h(
          'summary',
          { 'aria-label': `${texts.word('language.choose')}: ${languageFacts[texts.language].name}` },
          h(Icon, { name: 'globe' }),
          languageFacts[texts.language].name,
        ),
        h(Languages, { link: linkTo(content), texts }),
      ),
  );
}

function Brand({ look: { enterprise }, texts }: Omit<PageProps, 'content'>): ReactNode {
  const logo = enterprise?.logo;
  const name = enterprise ? textIn(enterprise.names, texts.language, enterprise.enterprise_name) : texts.t('title');
  const sign = logo
    ? h('img', { src: pictureUrl(logo, 'thumb'), alt: '', width: 32, height: 32 })
    : h(Icon, { name: 'shield' });
  return h(Fragment, null, sign, h('span', null, name));
}

/** Links to the same page in another language. */
function linkTo(content: Exclude<PageContent, Refused>): (language: string) => string {
  const same = () => {
    if (content.kind === 'ask') return {};
    if (content.kind === 'product') return { gtin: content.product.gtin };
    return { ref: content.ref, ...(content.kind === 'answer' && content.placeGiven ? { told: '1' } : {}) };
  };
  return (language) => `/c?${new URLSearchParams({ lang: language, ...same() })}`;
}

function Languages({ link, texts }: { link: (language: string) => string; texts: Texts }): ReactNode {
  return h(
    'nav',
    { 'aria-label': texts.word('language.choose') },
    languages.map((language) =>
      h(
        'a',
        {
          key: language,
          href: link(language),
          lang: language,
          hrefLang: language,
          rel: 'nofollow',
          'aria-current': language === texts.language ? 'true' : undefined,
        },
        languageFacts[language].name,
      ),
    ),
  );
}
