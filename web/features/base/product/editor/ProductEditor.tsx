import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { maxPictures, type ProductDetail } from '@suyuan/contract/base/product/product.ts';
import type { ProductField } from '@suyuan/contract/base/product/product-field.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { call } from '#core/api/call.ts';
import { languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { RecordItems } from '#ui/DataPage/form/RecordItems.tsx';
import { initialValues } from '#ui/DataPage/form/recordInput.ts';
import { StaleNotice } from '#ui/DataPage/form/StaleNotice.tsx';
import { EditForm } from '#ui/edit/EditForm.tsx';
import { FormFooter } from '#ui/edit/FormFooter.tsx';
import { useFirstField } from '#ui/edit/firstField.ts';
import { InScope, useUnsavedScope } from '#ui/edit/unsavedScope.tsx';
import { ExtensionInput } from '#ui/extension/ExtensionInput.tsx';
import { PackagingPicture } from '#ui/pictures/PackagingPicture.tsx';
import { PictureUpload } from '#ui/pictures/PictureUpload.tsx';
import type { Row } from '#ui/records.ts';
import { RichText } from '#ui/richtext/RichText.tsx';
import '../product.css';
import {
  basicFields,
  extensionValues,
  languageFields,
  noValues,
  packagingFields,
  plainFields,
  useProductSave,
} from './useProductSave.ts';

interface ProductEditorProps {
  readonly product: ProductDetail | undefined;
  /** The extension fields to show. */
  readonly fields: readonly ProductField[];
  /** Called with the id of the product after saving, or undefined after cancelling. */
  readonly onLeave: (productId: number | undefined) => void;
}

/** A form of all data of a product, in sections. */
export function ProductEditor({ product, fields, onLeave }: ProductEditorProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Record<string, unknown>>();
  const row = product as Row | undefined;
  const scope = useUnsavedScope();
  const basic = useFirstField<HTMLDivElement>();
  const leave = (id: number | undefined) => {
    scope.saved();
    onLeave(id);
  };
  const { busy, stale, save } = useProductSave(form, product, leave);
  const cancel = async () => {
    if (await scope.mayGo()) leave(product?.id);
  };
  return (
    <InScope scope={scope}>
      <EditForm
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
        {stale && <StaleNotice text={stale} onLeave={() => leave(product?.id)} onAnyway={() => void save(true)} />}
        <Part title={t('product.basic')}>
          <div className="product-form-grid" ref={basic}>
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
            <PictureUpload most={maxPictures} />
          </Form.Item>
        </Part>
        <Part title={t('product.description')}>
          <Form.Item name="description" extra={t('product.descriptionHint')}>
            <DescriptionInput />
          </Form.Item>
        </Part>
        <Part title={t('field.otherLanguages')}>
          <p className="product-hint">{t('product.otherLanguagesHint')}</p>
          <div className="product-form-grid">
            <RecordItems list="productlist" fields={languageFields} row={row} />
          </div>
        </Part>
        {fields.length > 0 && (
          <Part title={t('product.extension')}>
            <div className="product-form-grid">
              <ExtensionItems fields={fields} />
            </div>
          </Part>
        )}
        <FormFooter>
          <Button onClick={() => void cancel()}>{t('datapage.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('datapage.save')}
          </Button>
        </FormFooter>
      </EditForm>
    </InScope>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="product-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A picture of the packaging relation that is chosen in the surrounding form. */
function ChosenPackaging() {
  const hierarchyId = Form.useWatch('hierarchy_id') as number | null | undefined;
  const { data } = useQuery({
    queryKey: [hierarchy.page.path, 'all'],
    queryFn: ({ signal }) => call(hierarchy.page, { size: 500 }, { signal }),
    enabled: hierarchyId !== null && hierarchyId !== undefined,
  });
  return <PackagingPicture levels={data?.rows.find(({ id }) => id === hierarchyId)?.levels ?? []} />;
}

type Description = Readonly<Record<string, string>>;

/** Input for the product description for consumers, one text per language. */
function DescriptionInput({ value = {}, onChange }: { value?: Description; onChange?: (value: Description) => void }) {
  const { t } = useTranslation();
  return (
    <Tabs
      items={languages.map((language) => ({
        key: language,
        label: languageFacts[language].name,
        children: (
          <RichText
            label={`${t('product.description')} ${languageFacts[language].name}`}
            value={value[language]}
            onChange={(html) => onChange?.({ ...value, [language]: html })}
          />
        ),
      }))}
    />
  );
}

/** Form items of the extension fields, each with the input for its kind. */
function ExtensionItems({ fields }: { fields: readonly ProductField[] }) {
  const { t } = useTranslation();
  return fields.map((field) => (
    <Form.Item
      key={field.field_code}
      name={['extension', field.field_code]}
      label={field.label}
      extra={field.shown_to_consumers ? t('prodcutextend.shown_to_consumers') : undefined}
      rules={field.required ? [{ required: true, message: t('datapage.required', { title: field.label }) }] : []}
    >
      <ExtensionInput field={field} />
    </Form.Item>
  ));
}
