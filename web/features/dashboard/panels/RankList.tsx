import { Link } from 'react-router';
import './ranking.css';
import { useNumbers } from '#core/formats/useNumbers.ts';

export interface Ranked {
  readonly key: string | number;
  readonly name: string;
  readonly scanned: number;
  readonly to: string;
}

/** A ranking; each row has a bar relative to the first row. */
export function RankList({ rows }: { readonly rows: readonly Ranked[] }) {
  const { count } = useNumbers();
  const most = rows[0]?.scanned ?? 0;
  return (
    <ol className="rank-list">
      {rows.map(({ key, name, scanned, to }) => (
        <li key={key}>
          <Link className="dashboard-quiet-link rank-name" to={to} title={name}>
            {name}
          </Link>
          <span>{count(scanned)}</span>
          <i className="rank-bar" style={{ width: `${most === 0 ? 0 : (scanned / most) * 100}%` }} />
        </li>
      ))}
    </ol>
  );
}
