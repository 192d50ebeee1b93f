import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '../../../../contract/plant/work-order.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { Fact } from '../../../ui/Fact.tsx';
import './order.css';

/** What each sum consists of. */
const equations = {
  issued: ['unused', 'label_scrapped', 'label_sampled', 'bound'],
  bound: ['packed', 'loose', 'rejected', 'sampled', 'destroyed'],
} as const;

const beside = ['printed', 'replaced', 'packages', 'remainders'] as const;

/** Where the codes of an order are: two sums with their parts, and what does not add up in words. */
export function ReconciliationTables({ figures }: { figures: Reconciliation }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <div className="reconciliation">
      {figures.holds ? (
        <Alert type="success" showIcon title={t('orderlist.holds')} />
      ) : (
        <Alert
          type="error"
          showIcon
          title={t('orderlist.broken')}
          description={figures.broken.map(({ equation, difference }) => (
            <div key={equation}>
              {t(difference > 0 ? `orderlist.broken.${equation}` : 'orderlist.broken.surplus', {
                difference: count(Math.abs(difference)),
              })}
            </div>
          ))}
        />
      )}
      <div className="reconciliation-sums">
        {(['issued', 'bound'] as const).map((sum) => (
          <Sum key={sum} sum={sum} figures={figures} />
        ))}
      </div>
      <dl className="reconciliation-beside">
        {beside.map((key) => (
          <div key={key}>
            <Fact title={t(`orderlist.figure.${key}`)}>{count(figures[key])}</Fact>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Sum({ sum, figures }: { sum: keyof typeof equations; figures: Reconciliation }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const isBroken = figures.broken.some(({ equation }) => equation === sum);
  return (
    <table className={isBroken ? 'reconciliation-broken' : undefined}>
      <thead>
        <tr>
          <th scope="row">{t(`orderlist.figure.${sum}`)}</th>
          <td>{count(figures[sum])}</td>
        </tr>
      </thead>
      <tbody>
        {equations[sum].map((part, index) => (
          <tr key={part}>
            <th scope="row">
              <span aria-hidden>{index === 0 ? '=' : '+'}</span>
              {t(`orderlist.figure.${part}`)}
            </th>
            <td>{count(figures[part])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
