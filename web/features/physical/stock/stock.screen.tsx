import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { countList } from './countList.tsx';
import { FindStock } from './FindStock.tsx';
import { LostGoods } from './LostGoods.tsx';
import { MovesTab } from './MovesTab.tsx';
import { stockList } from './stockList.tsx';

export const preload = firstRows(stockList);

/** 库存明细: what lies where, down to codes; moves within a warehouse, counts, and goods that are missing. */
export default function Stock() {
  const { t } = useTranslation();
  return (
    <ListTabs
      tabs={[
        { key: 'stock', title: t('stock.tab'), list: <DataPage key="stock" spec={stockList} /> },
        { key: 'find', title: t('stock.finding'), list: <FindStock key="find" /> },
        { key: 'moves', title: t('stock.moves'), list: <MovesTab key="moves" /> },
        { key: 'counts', title: t('stock.counts'), list: <DataPage key="counts" spec={countList} /> },
        { key: 'lost', title: t('stock.lost'), list: <LostGoods key="lost" /> },
      ]}
    />
  );
}
