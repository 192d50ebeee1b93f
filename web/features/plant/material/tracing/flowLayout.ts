import type { FlowLink, FlowNode, MaterialFlow } from '@suyuan/contract/plant/material/material-query.ts';

/** All boxes have the same size, so their positions are known before rendering. */
const box = { width: 190, height: 76 } as const;
const gap = { column: 96, row: 14, head: 34 } as const;
const strokes = { thinnest: 1.5, thickest: 14 } as const;

export interface PlacedNode {
  readonly node: FlowNode;
  readonly step: string;
  readonly x: number;
  readonly y: number;
}

export interface PlacedLink {
  readonly link: FlowLink;
  readonly path: string;
  readonly stroke: number;
}

export interface FlowLayout {
  readonly width: number;
  readonly height: number;
  readonly steps: readonly { readonly key: string; readonly x: number }[];
  readonly nodes: readonly PlacedNode[];
  readonly links: readonly PlacedLink[];
}

/** Computes the positions of a flow's boxes and links. The width of a link is proportional to the largest amount of its unit. */
export function flowLayout({ steps, links }: MaterialFlow): FlowLayout {
  const columns = steps.map(({ key }, at) => ({ key, x: at * (box.width + gap.column) }));
  const heightOf = (count: number) => gap.head + count * box.height + Math.max(0, count - 1) * gap.row;
  const height = Math.max(0, ...steps.map(({ nodes }) => heightOf(nodes.length)));
  const placements = steps.flatMap(({ key: step, nodes }, column) => {
    const top = gap.head + (height - heightOf(nodes.length)) / 2;
    return nodes.map((node, row) => ({
      node,
      step,
      x: columns[column]?.x ?? 0,
      y: top + row * (box.height + gap.row),
    }));
  });
  const byKey = new Map(placements.map((one) => [one.node.key, one]));
  const largest = new Map<string, number>();
  const kindOf = ({ from, unit }: FlowLink) => `${from.split(':')[0]} ${unit}`;
  for (const link of links) largest.set(kindOf(link), Math.max(largest.get(kindOf(link)) ?? 0, link.quantity ?? 0));
  return {
    width: Math.max(0, steps.length * box.width + (steps.length - 1) * gap.column),
    height,
    steps: columns,
    nodes: placements,
    links: links.flatMap((link) => {
      const [from, to] = [byKey.get(link.from), byKey.get(link.to)];
      if (!from || !to) return [];
      const share = (link.quantity ?? 0) / (largest.get(kindOf(link)) || 1);
      const stroke = strokes.thinnest + share * (strokes.thickest - strokes.thinnest);
      return [{ link, stroke, path: curve(from, to) }];
    }),
  };
}

function curve(from: PlacedNode, to: PlacedNode): string {
  const [x1, y1] = [from.x + box.width, from.y + box.height / 2];
  const [x2, y2] = [to.x, to.y + box.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`;
}
