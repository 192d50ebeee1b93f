import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { isUnusedFigure, type OrderFigure } from '@suyuan/contract/plant/order/order-codes.ts';
import type { workOrderReconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useAddresses } from '#core/session/useAddresses.ts';
import { Fact } from '#ui/facts/Fact.tsx';
import './order.css';

/** The summands of each equation. */
const equations = {
  issued: ['unprinted', 'printed_unused', 'voided', 'label_scrapped', 'label_sampled', 'bound'],
  bound: ['packed', 'loose', 'rejected', 'sampled', 'destroyed'],
} as const;

const beside = ['printed', 'replaced', 'packages', 'remainders'] as const;

interface ReconciliationTablesProps {
  readonly figures: OutputOf<typeof workOrderReconciliation>;
  /** Opens the codes behind a figure; without it, figures are plain text. */
  readonly open?: ((figure: OrderFigure) => void) | undefined;
}

/** The reconciliation of an order: two sums with their parts, and in words what does not balance. */
export function ReconciliationTables({ figures, open }: ReconciliationTablesProps) {
  const { t } = useTranslation();
  return (
    <div className="reconciliation">
      {figures.verdict === 'holds' ? (
        <Alert type="success" showIcon title={t('orderlist.holds')} />
      ) : figures.verdict === 'unchecked' ? (
        <Alert
          type="warning"
          showIcon
          title={t('orderlist.unchecked')}
          description={<Unchecked figures={figures} open={open} />}
        />
      ) : (
        <Alert
          type="error"
          showIcon
          title={t('orderlist.broken')}
          description={<Broken figures={figures} open={open} />}
        />
      )}
      <Since since={figures.since} />
      <div className="reconciliation-sums">
        {(['issued', 'bound'] as const).map((sum) => (
          <Sum key={sum} sum={sum} figures={figures} open={open} />
        ))}
      </div>
      <dl className="reconciliation-beside">
        {beside.map((key) => (
          <div key={key}>
            <Fact title={t(`orderlist.figure.${key}`)}>
              <Figure figure={key} figures={figures} open={open} />
            </Fact>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Why the figures cannot be checked, and what to do: the labels of the order are bound to it. */
function Unchecked({ figures, open }: ReconciliationTablesProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const address = useAddresses()('readycreate');
  const message = t('orderlist.unbound', { count: figures.used_beside, number: count(figures.used_beside) });
  return (
    <>
      <div>
        {open ? (
          <button type="button" className="figure-button" onClick={() => open('used_beside')}>
            {message}
          </button>
        ) : (
          message
        )}
      </div>
      <div>
        {t('orderlist.bindHint')} {address !== undefined && <Link to={address}>{t('menu.readycreate')}</Link>}
      </div>
    </>
  );
}

/** What has changed since the figures were signed. */
function Since({ since }: Pick<ReconciliationTablesProps['figures'], 'since'>) {
  const { t } = useTranslation();
  if (since.length === 0) return null;
  return <Alert type="warning" showIcon title={t('orderlist.since')} description={t('orderlist.sinceText')} />;
}

type BrokenBy = 'used_beside' | 'used_elsewhere' | 'fewer' | 'bound' | 'surplus';

/** What does not balance, in words, with links to the codes concerned. */
function Broken({ figures, open }: ReconciliationTablesProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const imbalance = figures.broken.find(({ equation }) => equation === 'bound');
  const strays = (['used_beside', 'used_elsewhere'] as const).filter((key) => figures[key] > 0);
  const messageOf = (key: BrokenBy, difference: number) =>
    t(`orderlist.broken.${key}`, { difference: count(difference) });
  return (
    <>
      {strays.map((key) => (
        <div key={key}>
          {open ? (
            <button type="button" className="figure-button" onClick={() => open(key)}>
              {messageOf(key, figures[key])}
            </button>
          ) : (
            messageOf(key, figures[key])
          )}
        </div>
      ))}
      {figures.used_beside < 0 && <div>{messageOf('fewer', -figures.used_beside)}</div>}
      {imbalance && (
        <div>{messageOf(imbalance.difference > 0 ? 'bound' : 'surplus', Math.abs(imbalance.difference))}</div>
      )}
    </>
  );
}

/** A figure, and what it is now if that is another than was signed. */
function Figure(props: ReconciliationTablesProps & { figure: OrderFigure }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const change = props.figures.since.find(({ figure }) => figure === props.figure);
  return (
    <>
      <FigureCount {...props} />
      {change && <span className="order-note"> {t('orderlist.nowCounted', { count: count(change.now) })}</span>}
    </>
  );
}

/** A figure, as a button to its codes if they can be shown. */
function FigureCount({ figure, figures, open }: ReconciliationTablesProps & { figure: OrderFigure }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const can = useCan();
  const isShown = !isUnusedFigure(figure) || can('records:download');
  if (!open || figures[figure] === 0 || !isShown) return count(figures[figure]);
  const name = t(`orderlist.figure.${figure}`);
  return (
    <button
      type="button"
      className="figure-button"
      aria-label={`${count(figures[figure])} ${t('ordercodes.open', { figure: name })}`}
      onClick={() => open(figure)}
    >
      {count(figures[figure])}
    </button>
  );
}

function Sum({ sum, figures, open }: ReconciliationTablesProps & { sum: keyof typeof equations }) {
  const { t } = useTranslation();
  const isBroken = figures.broken.some(({ equation }) => equation === sum);
  return (
    <table className={isBroken ? 'reconciliation-broken' : undefined}>
      <caption className="order-note">{t(`orderlist.sum.${sum}`)}</caption>
      <thead>
        <tr>
          <th scope="row">{t(`orderlist.figure.${sum}`)}</th>
          <td>
            <Figure figure={sum} figures={figures} open={open} />
          </td>
        </tr>
      </thead>
      <tbody>
        {equations[sum].map((part, index) => (
          <tr key={part}>
            <th scope="row">
              <span aria-hidden>{index === 0 ? '=' : '+'}</span>
              {t(`orderlist.figure.${part}`)}
            </th>
            <td>
              <Figure figure={part} figures={figures} open={open} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
