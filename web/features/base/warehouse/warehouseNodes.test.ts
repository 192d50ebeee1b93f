import { expect, test } from 'vitest';
import { found, type WarehouseNode } from './warehouseNodes.ts';

const node = (warehouse_name: string, below: WarehouseNode[] = []): WarehouseNode => ({
  id: 1,
  warehouse_code: `CK-${warehouse_name}`,
  warehouse_name,
  warehouse_type: 'finished',
  status: 'enabled',
  listSubWareHouses: below,
});
const tree = [node('总仓', [node('一区', [node('一区A')]), node('二区')]), node('外仓')];

test('keeps everything above and below a match', () => {
  expect(found(tree, '一区')).toEqual([node('总仓', [node('一区', [node('一区A')])])]);
  expect(found(tree, ' ck-外 ')).toEqual([node('外仓')]);
  expect(found(tree, '三区')).toEqual([]);
});

test('shows all warehouses without a search text', () => {
  expect(found(tree, '  ')).toBe(tree);
});
