import type { ProductDetail } from '@suyuan/contract/base/product.ts';
import { Tag } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ExtensionValue } from '#ui/extension/ExtensionValue.tsx';
import { Fact } from '#ui/facts/Fact.tsx';

type Extension = ProductDetail['extension'];

/** The values of the extension fields, each marked if consumers see it. */
export function ProductExtension({ extension }: { extension: Extension }) {
  const { t } = useTranslation();
  return (
    <dl className="data-page-facts">
      {extension.map(({ field, value }) => (
        <Fact key={field.id} title={field.label}>
          <ExtensionValue field={field} value={value} />{' '}
          {field.shown_to_consumers && <Tag>{t('prodcutextend.shown_to_consumers')}</Tag>}
        </Fact>
      ))}
    </dl>
  );
}
