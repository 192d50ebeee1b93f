import type { product } from '@suyuan/contract/base/product/product.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import sanitize from 'sanitize-html';
import type { Change } from '#platform/audit/audit-log.ts';
import { extensionValues } from '#platform/extension/extension-values.ts';
import { requirePictures } from '#platform/pictures/pictures.ts';
import { productExtension } from './fields/product-extension.ts';

type Content = Pick<InputOf<typeof product.add>, 'pictures' | 'description' | 'extension'>;

/** The columns for the contents of a product: pictures, texts and extension fields. Those not given are left out. */
export async function contentColumns(change: Change, { pictures, description, extension }: Content) {
  const values = extension && (await extensionValues(change, productExtension, extension));
  const allPictures = [
    ...(pictures ?? []).map((hash, index) => ({ hash, path: `pictures.${index}` })),
    ...(values?.pictures ?? []),
  ];
  await requirePictures(change.db, allPictures);
  return {
    ...(pictures ? { pictures: [...new Set(pictures)] } : {}),
    ...(description ? { description: cleanTexts(description) } : {}),
    ...(values ? { extension: values.values } : {}),
  };
}

const cleanTexts = (description: NonNullable<Content['description']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(description)
      .map(([language, html]) => [language, cleanHtml(html ?? '')] as const)
      .filter(([, html]) => html !== ''),
  );

/**
 * Sanitises HTML down to what the editor makes: no scripts, styles, frames or foreign pictures. Links send no referrer.
 */
export function cleanHtml(html: string): string {
  const clean = sanitize(html, {
    allowedTags: ['p', 'br', 'h2', 'h3', 'strong', 'em', 's', 'u', 'ul', 'ol', 'li', 'blockquote', 'hr', 'a'],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: {
      b: 'strong',
      i: 'em',
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { href, target: '_blank', rel: 'noopener noreferrer nofollow' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'a' && !attribs.href,
  }).trim();
  // An emptied editor leaves tags without text.
  return sanitize(clean, { allowedTags: ['hr'], allowedAttributes: {} }).trim() === '' ? '' : clean;
}
