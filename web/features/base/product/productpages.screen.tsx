import { EditOutlined, HistoryOutlined } from '@ant-design/icons';
import { type ProductDetail, productDetail } from '@suyuan/contract/base/product/product.ts';
import { keysIn } from '@suyuan/contract/thing/in-languages.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Image, Result, Skeleton, Tabs, Tag } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '#core/api/call.ts';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import { languageFacts, languages } from '#core/i18n/languages.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { useRemembered } from '#core/session/recent.ts';
import { useAddresses } from '#core/session/useAddresses.ts';
import type { Field } from '#ui/DataPage/fields.ts';
import { useCells } from '#ui/DataPage/table/Cell.tsx';
import { ExtensionValue } from '#ui/extension/ExtensionValue.tsx';
import { Fact } from '#ui/facts/Fact.tsx';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { PackagingPicture } from '#ui/pictures/PackagingPicture.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import './product.css';
import { ProductFigures } from './ProductFigures.tsx';

const RecordHistory = later(() => import('#ui/history/RecordHistory.tsx'));

/** All data of the product named in the URL. */
export default function ProductPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const list = useAddresses()('productlist');
  const id = Number(query.get('id')) || 0;
  const { data, error, refetch } = useQuery({
    queryKey: [productDetail.path, 'page', id],
    queryFn: ({ signal }) => call(productDetail, { id }, { signal }),
    enabled: id > 0,
  });
  if (id > 0 && !data && !error) return <Skeleton active paragraph={{ rows: 12 }} />;
  const toList = list !== undefined && (
    <Button type="primary" onClick={() => void navigate(list)}>
      {t('menu.productlist')}
    </Button>
  );
  if (error && !data) return <PageFailure of={{ error, refetch }}>{toList}</PageFailure>;
  if (!data) return <Result status="warning" title={t('product.none')} extra={toList} />;
  return <Details product={data} />;
}

function Details({ product }: { product: ProductDetail }) {
  const { t } = useTranslation();
  const { id, product_name: title, product_code: code } = product;
  useRemembered({ list: 'productlist', id, title, code, screen: 'productpages', query: `id=${id}` });
  return (
    <div className="product-page">
      <Head product={product} />
      <div className="product-columns">
        <Part title={t('product.basic')}>
          <ProductFacts product={product} />
        </Part>
        <Part title={t('field.pictures')}>
          <Gallery product={product} />
        </Part>
      </div>
      <Part title={t('product.packaging')}>
        {product.levels.length > 0 ? (
          <>
            <div>
              {product.hierarchy_name} {t('field.versionOf', { version: product.hierarchy_version })}
            </div>
            <PackagingPicture levels={product.levels} />
          </>
        ) : (
          <Nothing text={t('product.noPackaging')} />
        )}
      </Part>
      <ProductFigures product={product} />
      {product.extension.length > 0 && (
        <Part title={t('product.extension')}>
          <ProductExtension extension={product.extension} />
        </Part>
      )}
      <Part title={t('product.description')}>
        <Description description={product.description} />
      </Part>
    </div>
  );
}

function Head({ product: { id, product_name, product_code, picture, status } }: { product: ProductDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const form = useAddresses()('productaddedit', `id=${id}`);
  const [history, setHistory] = useState(false);
  return (
    <header className="product-part product-head">
      {picture && <Image src={pictureAddress(picture, 'thumb')} preview={false} alt="" width={56} height={56} />}
      <div className="product-head-title">
        <h1>{product_name}</h1>
        {product_code}{' '}
        <StatusTag tone={status === 'enabled' ? 'success' : 'default'}>{t(`field.status.${status}`)}</StatusTag>
      </div>
      {can('auditlog') && (
        <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHistory(true)}>
          {t('history.show')}
        </Button>
      )}
      {can('productlist:update') && form !== undefined && (
        <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => void navigate(form)}>
          {t('button.update')}
        </Button>
      )}
      <Suspense>
        {history && <RecordHistory thing="product" id={id} title={product_name} onClose={() => setHistory(false)} />}
      </Suspense>
    </header>
  );
}

function Gallery({ product: { pictures, product_name } }: { product: ProductDetail }) {
  const { t } = useTranslation();
  if (pictures.length === 0) return <Nothing text={t('product.noPictures')} />;
  return (
    <div className="product-gallery">
      <Image.PreviewGroup>
        {pictures.map((hash, index) => (
          <Image
            key={hash}
            src={pictureAddress(hash, 'thumb')}
            preview={{ src: pictureAddress(hash) }}
            alt={`${product_name} ${index + 1}`}
            width={104}
            height={104}
          />
        ))}
      </Image.PreviewGroup>
    </div>
  );
}

function Description({ description }: Pick<ProductDetail, 'description'>) {
  const { t } = useTranslation();
  const textLanguages = languages.filter((language) => description[language]);
  if (textLanguages.length === 0) return <Nothing text={t('product.noDescription')} />;
  return (
    <Tabs
      items={textLanguages.map((language) => ({
        key: language,
        label: languageFacts[language].name,
        // The server removes everything but text and its structure.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised where it is kept
        children: <div lang={language} dangerouslySetInnerHTML={{ __html: description[language] ?? '' }} />,
      }))}
    />
  );
}

const Nothing = ({ text }: { text: string }) => <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text} />;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="product-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type Extension = ProductDetail['extension'];

/** The values of the extension fields, each marked if consumers see it. */
function ProductExtension({ extension }: { extension: Extension }) {
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

const text = (key: keyof ProductDetail): Field => ({ key, kind: 'text' });

const facts: readonly Field[] = [
  text('gtin'),
  text('spec'),
  text('brand_name'),
  text('category'),
  text('unit_symbol'),
  { key: 'shelf_life_days', kind: 'number' },
  { key: 'min_remaining_days', kind: 'number' },
  text('code_rules'),
  { key: 'created_at', kind: 'moment' },
  { key: 'updated_at', kind: 'moment' },
];

const inLanguages = [...keysIn('product_name'), ...keysIn('spec')].map(text);

function ProductFacts({ product }: { product: ProductDetail }) {
  const { t } = useTranslation();
  const cell = useCells('productlist');
  return (
    <dl className="data-page-facts">
      {[...facts, ...inLanguages.filter(({ key }) => product[key as keyof ProductDetail])].map((field) => (
        <Fact key={field.key} title={listText(t, 'productlist', field.key)}>
          {cell(field, product)}
        </Fact>
      ))}
    </dl>
  );
}
