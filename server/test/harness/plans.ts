// What EXPLAIN reports, on one PostgreSQL and on a cluster.

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
}

/** Every node of a plan in JSON; on a cluster, those of one shard's plan too. Shards go by their table's name. */
export function nodesIn(plan: unknown): PlanNode[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const below = Object.values(plan).flatMap(nodesIn);
  return 'Node Type' in plan ? [named(plan as PlanNode), ...below] : below;
}

const named = (node: PlanNode): PlanNode =>
  node['Relation Name'] === undefined
    ? node
    : { ...node, 'Relation Name': node['Relation Name'].replace(/_\d{6,}$/, '') };
