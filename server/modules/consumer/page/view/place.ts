import { mapNameOf, provinceKey } from '@suyuan/contract/base/province.ts';
import { Fragment, createElement as h, type ReactNode } from 'react';
import { areaNamed } from '#platform/areas/area-names.ts';
import { countryNamed } from '#platform/areas/regions.ts';
import type { Texts } from '../content/content.ts';

/** A place, which is stored with its Chinese names; countries, provinces and cities are translated. */
export function Place({ name, texts: { language, word } }: { name: string; texts: Texts }): ReactNode {
  if (language === 'zh') return name;
  const [first = '', ...others] = name.split(' ');
  const province = mapNameOf(first);
  const large = province === undefined ? countryNamed(first, language) : word(provinceKey(province));
  const rest = large === undefined ? name : others.join(' ');
  return h(
    Fragment,
    null,
    large,
    large && rest && ' ',
    areaNamed(rest, language) ?? (rest && h('span', { lang: 'zh' }, rest)),
  );
}
