import { useSearchParams } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { ListTabs } from '#ui/ListTabs.tsx';
import { alarmList } from './alarmList.tsx';
import { BoardTiles } from './BoardTiles.tsx';
import HallBoard from './HallBoard.tsx';

/** Boards of lines: all of them, and each one for the hall; and their alarms. */
export default function Board() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const line = Number(query.get('line'));
  if (line > 0) return <HallBoard line={line} />;
  return (
    <ListTabs
      tabs={[
        { key: 'lines', title: t('board.lines'), list: <BoardTiles /> },
        { key: 'alarms', title: t('menu.linealarm'), list: <DataPage spec={alarmList} /> },
      ]}
    />
  );
}
