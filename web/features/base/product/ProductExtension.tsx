import { Image, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ProductDetail } from '../../../../contract/base/product.ts';
import { pictureUrl } from '../../../../contract/picture.ts';
import { Fact } from '../../../ui/Fact.tsx';

type Extension = ProductDetail['extension'];

/** The values of the extension fields; which of them consumers see is said beside them. */
export function ProductExtension({ extension }: { extension: Extension }) {
  const { t } = useTranslation();
  return (
    <dl className="data-page-facts">
      {extension.map(({ field, value }) => (
        <Fact key={field.id} title={field.label}>
          <Value kind={field.kind} label={field.label} value={value} />{' '}
          {field.shown_to_consumers && <Tag>{t('product.shownToConsumers')}</Tag>}
        </Fact>
      ))}
    </dl>
  );
}

function Value({
  kind,
  label,
  value,
}: {
  kind: Extension[number]['field']['kind'];
  label: string;
  value: string | null;
}) {
  if (value === null) return <span aria-hidden>—</span>;
  if (kind !== 'picture') return value;
  return <Image src={pictureUrl(value, 'thumb')} preview={{ src: pictureUrl(value) }} alt={label} width={72} />;
}
