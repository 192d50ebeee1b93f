import type { Tree } from '../../../../contract/thing/tree.ts';

/** A department's place among the others. */
export interface Place {
  readonly id: number;
  readonly parent_id: number | null;
  readonly sort: number;
}

/** Rows as a tree. What hangs below a row that is not there is left out. */
export function treeOf<Row extends Place>(rows: readonly Row[], parent: number | null = null): Tree<Row>[] {
  const below = Map.groupBy(rows, (row) => row.parent_id);
  const branch = (id: number | null): Tree<Row>[] =>
    inOrder(below.get(id) ?? []).map((row) => ({ ...row, listSubWareHouses: branch(row.id) }));
  return branch(parent);
}

const inOrder = <Row extends Place>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.sort - other.sort || one.id - other.id);

/** The ids from a place up to the top, itself first. */
export function upwards(places: readonly Place[], from: number | null): number[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const path: number[] = [];
  for (let place = byId.get(from ?? 0); place; place = byId.get(place.parent_id ?? 0)) path.push(place.id);
  return path;
}

/** How many levels a place and what is below it take. */
export function levelsOf(places: readonly Place[], id: number): number {
  const below = places.filter(({ parent_id }) => parent_id === id);
  return 1 + Math.max(0, ...below.map((place) => levelsOf(places, place.id)));
}

/**
 * The order among the departments of `parent` once `id` stands at `index` (the end when undefined): the places whose
 * number changes, and the one that `id` gets.
 */
export function makeRoom(
  places: readonly Place[],
  id: number | undefined,
  parent: number | null,
  index: number | undefined,
): { sort: number; moved: { id: number; sort: number }[] } {
  const siblings = inOrder(places.filter((place) => place.parent_id === parent && place.id !== id));
  const sort = Math.min(index ?? siblings.length, siblings.length);
  const moved = siblings
    .map((place, at) => ({ id: place.id, was: place.sort, sort: at < sort ? at : at + 1 }))
    .filter(({ was, sort: wished }) => was !== wished)
    .map(({ id: sibling, sort: wished }) => ({ id: sibling, sort: wished }));
  return { sort, moved };
}
