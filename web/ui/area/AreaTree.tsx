import { Input, TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { OwnInputProps } from '../DataPage/fields.ts';
import { TreeChoice } from '../pickers/TreeChoice.tsx';
import { type AreaNode, areaNodes } from './areaNodes.ts';
import { useAreas } from './useAreas.ts';

/** The areas of China as a tree of three levels, searchable by any part of a name or by code. */
export default function AreaTree({ id, value, onChange, multiple }: OwnInputProps & { multiple?: true }) {
  const { t } = useTranslation();
  const areas = useAreas();
  const { nodes, pathOf, codeOf, above } = useMemo(() => areaNodes(areas.data ?? []), [areas.data]);
  // `treeDefaultExpandedKeys` is read on the first render only, so that render waits for the areas.
  if (areas.isPending) return <Input disabled />;
  const tree = {
    ...(id === undefined ? {} : { id }),
    treeData: nodes as AreaNode[],
    loading: areas.isFetching,
    placeholder: t('area.choose'),
    notFoundContent: areas.isError ? t('area.failed') : t('area.none'),
    showSearch: { treeNodeFilterProp: 'found' },
    treeNodeLabelProp: 'value',
    // Wide enough for the indented names of counties.
    popupMatchSelectWidth: 300,
  };
  if (multiple) {
    const codes = (value as readonly string[] | null | undefined) ?? [];
    return (
      <TreeChoice<string[]>
        {...tree}
        treeCheckable
        maxTagCount={20}
        showCheckedStrategy={TreeSelect.SHOW_PARENT}
        value={codes.map(pathOf)}
        onChange={(paths) => onChange?.(paths.map(codeOf))}
      />
    );
  }
  return (
    <TreeChoice<string | null>
      {...tree}
      treeDefaultExpandedKeys={value ? above(value as string) : []}
      value={value ? pathOf(value as string) : null}
      onChange={(path) => onChange?.(path ? codeOf(path) : null)}
    />
  );
}
