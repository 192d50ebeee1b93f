export interface WarehouseNode {
  readonly id: number;
  readonly warehouse_code: string;
  readonly warehouse_name: string;
  readonly warehouse_type: string;
  readonly status: 'enabled' | 'disabled';
  readonly listSubWareHouses: readonly WarehouseNode[];
}

/** The warehouses whose name or code contains the text, with those above and below them; all of them if the text is empty. */
export function found(nodes: readonly WarehouseNode[], text: string): readonly WarehouseNode[] {
  const words = text.trim().toLowerCase();
  if (words === '') return nodes;
  return nodes.flatMap((node) => {
    if (`${node.warehouse_name} ${node.warehouse_code}`.toLowerCase().includes(words)) return [node];
    const below = found(node.listSubWareHouses, words);
    return below.length > 0 ? [{ ...node, listSubWareHouses: below }] : [];
  });
}
