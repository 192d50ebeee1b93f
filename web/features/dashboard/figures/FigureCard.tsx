import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { type ReactNode, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';
import { type Change, changeOf } from './figureChange.ts';

/** Links to the records of a figure: to one list, or to a list for each part of it. */
type Records = string | readonly { readonly name: string; readonly to: string }[];

interface Figure {
  readonly today: number;
  readonly yesterday: number;
}

interface FigureCardProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly figure: Figure;
  /** Links to the records of today's figure. */
  readonly to: Records;
  readonly facts: readonly { readonly name: string; readonly value: string; readonly to?: Records }[];
  /** An increase is bad news. */
  readonly alarming?: boolean;
}

/** A figure of today, compared with yesterday's, with further facts. */
export function FigureCard({ title, icon, figure, to, facts, alarming = false }: FigureCardProps) {
  const { count } = useNumbers();
  const heading = useId();
  return (
    <section className={`figure-card ${alarming ? 'figure-card-alarming' : ''}`} aria-labelledby={heading}>
      <div className="figure-card-head">
        <h2 id={heading}>{title}</h2>
        <span aria-hidden className="figure-card-icon">
          {icon}
        </span>
      </div>
      <p className="figure-card-value">
        {typeof to === 'string' ? (
          <Link className="dashboard-quiet-link" to={to}>
            {count(figure.today)}
          </Link>
        ) : (
          count(figure.today)
        )}
      </p>
      <ChangeInWords figure={figure} alarming={alarming} />
      <dl>
        {facts.map(({ name, value, to: records }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Fact value={value} name={name} records={records ?? []} />
            </dd>
          </div>
        ))}
      </dl>
      {typeof to !== 'string' && (
        <p className="figure-card-parts">
          {to.map((part) => (
            <Link key={part.name} to={part.to}>
              {part.name}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly records: Records;
}

/** A value as a link to its records; if they are in several lists, a menu of links. */
function Fact({ name, value, records }: FactProps) {
  const navigate = useNavigate();
  if (records.length === 0) return value;
  if (typeof records === 'string') {
    return (
      <Link className="dashboard-quiet-link" to={records}>
        {value}
      </Link>
    );
  }
  return (
    <MenuDropdown
      trigger={['click']}
      menu={{
        items: records.map((part) => ({ key: part.to, label: part.name })),
        onClick: ({ key }) => void navigate(key),
      }}
    >
      <button type="button" className="figure-menu" aria-haspopup="menu" aria-label={`${name} ${value}`}>
        {value}
      </button>
    </MenuDropdown>
  );
}

/** The change since yesterday, as an arrow, a percentage and words. */
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

/** A decrease of something good is not marked as bad, because the day is not over. */
function toneOf(direction: Change['direction'], alarming: boolean): 'good' | 'bad' | 'plain' {
  if (alarming) return direction === 'more' ? 'bad' : 'good';
  return direction === 'more' ? 'good' : 'plain';
}
