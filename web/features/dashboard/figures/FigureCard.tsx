import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { type Change, changeOf } from './figureChange.ts';

interface Figure {
  readonly today: number;
  readonly yesterday: number;
}

interface FigureCardProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly figure: Figure;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** More of it is bad news. */
  readonly alarming?: boolean;
  /** The records behind it. */
  readonly to?: string | undefined;
}

/** A figure of today, how it stands to yesterday's, and what there is besides. */
export function FigureCard({ title, icon, figure, facts, alarming = false, to }: FigureCardProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const heading = useId();
  return (
    <section className={`figure-card ${alarming ? 'figure-card-alarming' : ''}`} aria-labelledby={heading}>
      <div className="figure-card-head">
        <h2 id={heading}>
          {to ? (
            <Link className="dashboard-quiet-link" to={to}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <span aria-hidden className="figure-card-icon">
          {icon}
        </span>
      </div>
      <p className="figure-card-value">{count(figure.today)}</p>
      <ChangeInWords figure={figure} alarming={alarming} />
      <dl>
        {[{ name: t('dashboard.yesterday'), value: count(figure.yesterday) }, ...facts].map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Up or down in an arrow, in part and in words. */
function ChangeInWords({ figure, alarming }: { readonly figure: Figure; readonly alarming: boolean }) {
  const { t } = useTranslation();
  const { count, share } = useNumbers();
  const { direction, by, part } = changeOf(figure);
  return (
    <p className="figure-change">
      {direction !== 'same' && (
        <span className={`figure-part figure-part-${toneOf(direction, alarming)}`}>
          {direction === 'more' ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
          {part !== undefined && share(part)}
        </span>
      )}
      {t(`dashboard.change.${direction}`, { by: count(by) })}
    </p>
  );
}

/** Less of what is good is no alarm: the day is not over. */
function toneOf(direction: Change['direction'], alarming: boolean): 'good' | 'bad' | 'plain' {
  if (alarming) return direction === 'more' ? 'bad' : 'good';
  return direction === 'more' ? 'good' : 'plain';
}
