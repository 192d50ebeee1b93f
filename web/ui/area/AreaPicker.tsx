import { Input } from 'antd';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import type { OwnInputProps } from '../DataPage/fields.ts';

const AreaTree = later(() => import('./AreaTree.tsx'));

/** Input for the code of a province, city or county. */
export const AreaPicker = (input: OwnInputProps) => (
  <Suspense fallback={<Input disabled />}>
    <AreaTree {...input} />
  </Suspense>
);

/** Input for several areas; an area includes all areas in it. */
export const AreasPicker = (input: OwnInputProps) => (
  <Suspense fallback={<Input disabled />}>
    <AreaTree {...input} multiple />
  </Suspense>
);
