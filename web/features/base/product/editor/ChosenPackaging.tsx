import { hierarchy } from '@suyuan/contract/base/hierarchy.ts';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { call } from '#core/api/call.ts';
import { PackagingPicture } from '#ui/pictures/PackagingPicture.tsx';

/** A picture of the packaging relation that is chosen in the surrounding form. */
export function ChosenPackaging() {
  const chosen = Form.useWatch('hierarchy_id') as number | null | undefined;
  const { data } = useQuery({
    queryKey: [hierarchy.page.path, 'all'],
    queryFn: ({ signal }) => call(hierarchy.page, { size: 500 }, { signal }),
    enabled: chosen !== null && chosen !== undefined,
  });
  return <PackagingPicture levels={data?.rows.find(({ id }) => id === chosen)?.levels ?? []} />;
}
