import { GiftOutlined, TagOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Production } from '../../../../contract/dashboard/production.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { FigureCard } from '../figures/FigureCard.tsx';
import { ProductionTrend } from './ProductionTrend.tsx';
import { RunningOrders } from './RunningOrders.tsx';
import { RunningTasks } from './RunningTasks.tsx';
import { useProduction, useProductionSight } from './useProduction.ts';
import './production.css';

/** What was made, and what is under way: whatever of it the person may see. */
export function ProductionPart() {
  const can = useCan();
  const sight = useProductionSight();
  const { data } = useProduction(sight.figures || sight.orders);
  const tasks = can('taskmanagement');
  // In a new system nothing of it is there yet.
  const hasTrend = data?.days?.some(({ bound, packed }) => bound + packed > 0) === true;
  const hasOrders = data?.running != null && (hasTrend || data.running.total > 0);
  return (
    <>
      {data && <Differing differing={data.differing} />}
      {hasTrend && <ProductionCards data={data} />}
      {(hasTrend || hasOrders) && (
        <div className="dashboard-row">
          {hasTrend && <ProductionTrend days={data.days ?? []} />}
          {hasOrders && <RunningOrders running={data.running} />}
        </div>
      )}
      {tasks && <RunningTasks />}
    </>
  );
}

/** An administrator sees that figures are not what the acts say. */
function Differing({ differing }: Pick<Production, 'differing'>) {
  const { t } = useTranslation();
  if (!differing) return null;
  return <Alert type="error" showIcon title={t('dashboard.differing', { count: differing })} />;
}

const none = { today: 0, yesterday: 0 };

function ProductionCards({ data }: { readonly data: Production }) {
  const { t } = useTranslation();
  const to = '/collect?period=today';
  const toCollect = useCan()('collect') ? to : [];
  return (
    <div className="figure-cards">
      <FigureCard
        title={t('dashboard.boundToday')}
        icon={<TagOutlined />}
        figure={data.bound ?? none}
        facts={[]}
        to={toCollect}
      />
      <FigureCard
        title={t('dashboard.packedToday')}
        icon={<GiftOutlined />}
        figure={data.packed ?? none}
        facts={[]}
        to={toCollect}
      />
    </div>
  );
}
