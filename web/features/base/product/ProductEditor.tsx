import { Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostPictures, type ProductDetail, product as products } from '../../../../contract/base/product.ts';
import type { ProductField } from '../../../../contract/base/product-field.ts';
import { ErrorCode } from '../../../../contract/call/errors.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import { RecordItems } from '../../../ui/DataPage/form/RecordItems.tsx';
import { initialValues, inputOf, readAt, showProblems } from '../../../ui/DataPage/form/recordInput.ts';
import { StaleNotice } from '../../../ui/DataPage/form/StaleNotice.tsx';
import { PictureUpload } from '../../../ui/pictures/PictureUpload.tsx';
import type { Row } from '../../../ui/records.ts';
import { ChosenPackaging } from './ChosenPackaging.tsx';
import { DescriptionInput } from './DescriptionInput.tsx';
import { ExtensionItems } from './ExtensionItems.tsx';
import './product.css';
import { extensionInput, extensionValues, noValues } from './productForm.ts';
import { productFields } from './productSpec.tsx';

interface ProductEditorProps {
  readonly product: ProductDetail | undefined;
  /** The extension fields to fill in. */
  readonly fields: readonly ProductField[];
  /** With the id of the product when it was saved. */
  readonly onLeave: (saved: number | undefined) => void;
}

const basicFields = productFields(
  'product_code',
  'product_name',
  'gtin',
  'spec',
  'brand_id',
  'category',
  'shelf_life_days',
  'status',
);
const packagingFields = productFields('unit_id', 'hierarchy_id');
const plainFields = [...basicFields, ...packagingFields];

/** The whole of a product in one form, part by part. */
export function ProductEditor({ product, fields, onLeave }: ProductEditorProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState<string>();
  const row = product as Row | undefined;

  /** `anyway`: over what somebody else has saved since. */
  const save = async (anyway = false) => {
    const entered = await form.validateFields().catch(() => undefined);
    if (!entered) return notify.warning(t('product.incomplete'));
    setBusy(true);
    try {
      const input = {
        ...inputOf(plainFields, entered, row),
        ...(row && !anyway ? readAt(products.update, row) : {}),
        pictures: entered.pictures ?? [],
        description: entered.description ?? {},
        extension: extensionInput((entered.extension ?? {}) as Record<string, string | null>),
      };
      const { id } = await call(product ? products.update : products.add, input as never, {
        fieldErrors: true,
      });
      notify.success(t('datapage.saved'));
      onLeave(id);
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      setStale(error.code === ErrorCode.stale ? error.message : undefined);
      showRefused(error);
    } finally {
      setBusy(false);
    }
  };
  /** Extension fields have names of their own inside of the form. */
  const showRefused = (error: ApiError) => {
    const own = error.fields.filter(({ path }) => path.startsWith('extension.'));
    form.setFields(
      own.map(({ path, message }) => ({ name: ['extension', path.slice('extension.'.length)], errors: [message] })),
    );
    showProblems(form, [...plainFields, ...contentFields], error);
  };
  return (
    <Form
      form={form}
      layout="vertical"
      className="product-form"
      initialValues={{
        ...initialValues(plainFields, row),
        pictures: product?.pictures ?? [],
        description: product?.description ?? {},
        extension: product ? extensionValues(product) : noValues(fields),
      }}
      onFinish={() => void save()}
    >
      <header className="product-part product-head">
        <div className="product-head-title">
          <h1>{product?.product_name ?? t('productlist.add')}</h1>
          {product && `${t('productlist.update')} · ${product.product_code}`}
        </div>
      </header>
      {stale && <StaleNotice text={stale} onLeave={() => onLeave(product?.id)} onAnyway={() => void save(true)} />}
      <Part title={t('product.basic')}>
        <div className="product-form-grid">
          <RecordItems list="productlist" fields={basicFields} row={row} />
        </div>
      </Part>
      <Part title={t('product.packaging')}>
        <div className="product-form-grid">
          <RecordItems list="productlist" fields={packagingFields} row={row} />
        </div>
        <ChosenPackaging />
      </Part>
      <Part title={t('field.pictures')}>
        <Form.Item name="pictures" extra={t('product.picturesHint')}>
          <PictureUpload most={mostPictures} />
        </Form.Item>
      </Part>
      <Part title={t('product.description')}>
        <Form.Item name="description" extra={t('product.descriptionHint')}>
          <DescriptionInput />
        </Form.Item>
      </Part>
      {fields.length > 0 && (
        <Part title={t('product.extension')}>
          <div className="product-form-grid">
            <ExtensionItems fields={fields} />
          </div>
        </Part>
      )}
      <footer className="product-form-footer">
        <Button onClick={() => onLeave(product?.id)}>{t('datapage.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('datapage.save')}
        </Button>
      </footer>
    </Form>
  );
}

const contentFields = (['pictures', 'description'] as const).map((key) => ({ key, kind: 'text' as const, form: {} }));

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="product-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
