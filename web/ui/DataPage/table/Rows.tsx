import { Empty, Skeleton } from 'antd';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { useIsPhone } from '#core/preferences/useMediaQuery.ts';
import { Cards } from './Cards.tsx';
import type { RowsProps } from './rowsProps.ts';
import { WideTable } from './WideTable.tsx';
import '../../ui.css';
import './table.css';

const SearchedInPart = later(() => import('./SearchedInPart.tsx'));

/** The rows as a table, or as cards on a phone. */
export function Rows(props: RowsProps) {
  const isPhone = useIsPhone();
  const { data } = props;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />;
  return (
    <>
      <Suspense>{typeof data.searched === 'number' && <SearchedInPart searched={data.searched} />}</Suspense>
      {data.rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={props.emptyHint} />
      ) : isPhone ? (
        <Cards {...props} data={data} />
      ) : (
        <WideTable {...props} data={data} />
      )}
    </>
  );
}
