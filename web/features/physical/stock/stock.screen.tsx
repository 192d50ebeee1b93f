import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useSession } from '#core/session/session.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { countList } from './countList.tsx';
import { FindStock } from './FindStock.tsx';
import { LostGoods } from './LostGoods.tsx';
import { MovesTab } from './MovesTab.tsx';
import { OwnStock } from './OwnStock.tsx';
import { stockList } from './stockList.tsx';

const rows = firstRows(stockList);

export const preload = async (queries: QueryClient, query: URLSearchParams): Promise<void> => {
  if (isEnterpriseType(useSession.getState().account_type)) await rows(queries, query);
};

/**
 * 库存明细: what lies where, down to codes; moves within a warehouse, counts, and goods that are missing. People of a factory or dealer
 * see their own warehouses, and move goods in these.
 */
export default function Stock() {
  const { t } = useTranslation();
  const ofEnterprise = isEnterpriseType(useSession((session) => session.account_type));
  const find = { key: 'find', title: t('stock.finding'), list: <FindStock key="find" /> };
  const moves = { key: 'moves', title: t('stock.moves'), list: <MovesTab key="moves" /> };
  return (
    <ListTabs
      tabs={
        ofEnterprise
          ? [
              { key: 'stock', title: t('stock.tab'), list: <DataPage key="stock" spec={stockList} /> },
              find,
              moves,
              { key: 'counts', title: t('stock.counts'), list: <DataPage key="counts" spec={countList} /> },
              { key: 'lost', title: t('stock.lost'), list: <LostGoods key="lost" /> },
            ]
          : [{ key: 'stock', title: t('stock.tab'), list: <OwnStock key="stock" /> }, find, moves]
      }
    />
  );
}
