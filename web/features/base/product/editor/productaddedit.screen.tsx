import { type ProductDetail, productDetail, product as products } from '@suyuan/contract/base/product/product.ts';
import { type ProductField, productField } from '@suyuan/contract/base/product/product-field.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { call } from '#core/api/call.ts';
import { finishScreen } from '#core/navigation/finishedScreens.ts';
import { useAddresses } from '#core/session/useAddresses.ts';
import { useFormSource } from '#ui/edit/useFormSource.ts';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { ProductEditor } from './ProductEditor.tsx';

/** Adds a product, or changes the one named in the URL. */
export default function ProductForm() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const addressOf = useAddresses();
  // Incremented by saving, so that the form starts again: the screen stays mounted in its tab.
  const [round, setRound] = useState(0);
  const id = Number(query.get('id')) || undefined;
  const source = useFormSource({
    queryKey: [productDetail.path, 'form', id ?? 'new', round],
    queryFn: ({ signal }) => (id ? productToChange(id, signal) : newProduct(signal)),
  });
  const leave = (productId: number | undefined) => {
    void queries.invalidateQueries({ queryKey: [products.page.path] });
    void queries.invalidateQueries({ queryKey: [productDetail.path, 'page'] });
    setRound(round + 1);
    if (productId) finishScreen(pathname);
    void navigate((productId && addressOf('productpages', `id=${productId}`)) || '/productlist');
  };
  if (source.error) return <PageFailure of={source} />;
  if (!source.data) return <Skeleton active paragraph={{ rows: 12 }} />;
  const { product, fields } = source.data;
  return <ProductEditor key={`${id}.${round}`} product={product} fields={fields} onLeave={leave} />;
}

interface Source {
  readonly product: ProductDetail | undefined;
  /** The extension fields to show. */
  readonly fields: readonly ProductField[];
}

async function productToChange(id: number, signal: AbortSignal): Promise<Source> {
  const product = await call(productDetail, { id }, { signal });
  return { product, fields: product.extension.map(({ field }) => field) };
}

async function newProduct(signal: AbortSignal): Promise<Source> {
  const { rows } = await call(productField.page, { status: 'enabled', size: 500 }, { signal });
  return { product: undefined, fields: rows };
}
