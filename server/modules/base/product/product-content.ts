import type { product } from '@suyuan/contract/base/product.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { extensionValues } from '#platform/extension/extension-values.ts';
import { requirePictures } from '#platform/pictures/pictures.ts';
import { cleanHtml } from '#platform/rich-text.ts';
import { productExtension } from './fields/product-extension.ts';

type Content = Pick<InputOf<typeof product.add>, 'pictures' | 'description' | 'extension'>;

/** The columns for the contents of a product: pictures, texts and extension fields. Those not given are left out. */
export async function contentColumns(change: Change, { pictures, description, extension }: Content) {
  const values = extension && (await extensionValues(change, productExtension, extension));
  const wished = [
    ...(pictures ?? []).map((hash, index) => ({ hash, path: `pictures.${index}` })),
    ...(values?.pictures ?? []),
  ];
  await requirePictures(change.db, wished);
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
