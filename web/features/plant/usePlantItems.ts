import { type PlantItem, type PlantItemKind, plantItem } from '@suyuan/contract/plant/plant-item.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';

/** The enterprise's own causes or checks of a kind, in their order; undefined while they are read. */
export function usePlantItems(kind: PlantItemKind | undefined): readonly PlantItem[] | undefined {
  const { data } = useQuery({
    queryKey: [plantItem.page.path, { kind }],
    queryFn: async ({ signal }) => {
      const input = { kind: kind as PlantItemKind, status: 'enabled', size: 100, sort: 'sort' } as const;
      return (await call(plantItem.page, input, { signal, silent: true })).rows;
    },
    enabled: kind !== undefined,
  });
  return data;
}

/** The usual causes of something: the enterprise's own, or without any those that come with the product. */
export function useUsualCauses(kind: PlantItemKind | undefined, byDefault: readonly string[]): readonly string[] {
  const own = usePlantItems(kind) ?? [];
  return own.length > 0 ? own.map(({ item_name }) => item_name) : byDefault;
}
