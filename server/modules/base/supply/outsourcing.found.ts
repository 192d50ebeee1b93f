import { outFactory } from '@suyuan/contract/base/factory.ts';
import { defineFound } from '#platform/find/found.ts';

export const outFactoryFound = defineFound(outFactory, {
  table: 'factory',
  title: 'factory_name',
  code: 'factory_code',
  only: (rows) => rows.where('factory.kind', '=', 'external'),
});
