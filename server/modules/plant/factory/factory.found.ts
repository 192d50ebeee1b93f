import { factory } from '@suyuan/contract/plant/factory.ts';
import { defineFound } from '#platform/find/found.ts';

export const factoryFound = defineFound(factory, {
  table: 'factory',
  title: 'factory_name',
  code: 'factory_code',
  only: (rows) => rows.where('factory.kind', '=', 'own'),
});
