import { Input } from 'antd';
import { Suspense } from 'react';
import { later } from '../../core/loading/later.tsx';
import type { OwnInputProps } from '../DataPage/fields.ts';

const AreaTree = later(() => import('./AreaTree.tsx'));

/** Chooses a province, a city or a county by its code. For a field of the kind `own`. */
export const AreaPicker = (input: OwnInputProps) => (
  <Suspense fallback={<Input disabled />}>
    <AreaTree {...input} />
  </Suspense>
);

/** Chooses several of them; what lies in a chosen one is chosen with it. */
export const AreasPicker = (input: OwnInputProps) => (
  <Suspense fallback={<Input disabled />}>
    <AreaTree {...input} multiple />
  </Suspense>
);
