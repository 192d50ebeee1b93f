import { Alert, Empty, Grid, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { Cards } from './Cards.tsx';
import type { RowsProps } from './rowsProps.ts';
import { WideTable } from './WideTable.tsx';
import '../../ui.css';
import './table.css';

/** A table, or cards where it is too narrow for one. */
export function Rows(props: RowsProps) {
  const { md } = Grid.useBreakpoint();
  const { data } = props;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />;
  return (
    <>
      {typeof data.searched === 'number' && <SearchedInPart searched={data.searched} />}
      {data.rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={props.emptyHint} />
      ) : md === false ? (
        <Cards {...props} data={data} />
      ) : (
        <WideTable {...props} data={data} />
      )}
    </>
  );
}

/** Why more may be there than is shown, and how to get at it. */
function SearchedInPart({ searched }: { readonly searched: number }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  return (
    <Alert
      type="info"
      showIcon
      className="data-page-searched"
      title={t('datapage.searched', { searched: numbers.count(searched) })}
    />
  );
}
