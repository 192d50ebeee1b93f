import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { inspectTorn } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { tornPattern } from '@suyuan/contract/inspect/task/torn.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { lengthOf } from '#ui/limits.ts';
import { call } from '../../calls/call.ts';
import { useTrying } from '../../calls/useTrying.ts';
import { mayDo } from '../../people/people.ts';
import type { TornProps } from '../act.ts';

/** Searches the codes that a partly readable one may be; without a network it is kept, to be searched later. */
export default function TornCode({ person, code, onChosen, onKept }: TornProps) {
  const { t } = useTranslation();
  const [found, setFound] = useState<OutputOf<typeof inspectTorn>>();
  const [isBusy, setBusy] = useState(false);
  const { problem, trying } = useTrying();
  const search = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const lot = String(new FormData(event.currentTarget).get('lot')).trim();
    setBusy(true);
    await trying(async () =>
      setFound(await call(inspectTorn, { pattern: tornPattern(code), ...(lot && { lot }) }, person.session.token)),
    );
    setBusy(false);
  };
  return (
    <section className="beside">
      <h2>
        {t('handheld.tornCode')} <code>{code}</code>
      </h2>
      {problem && (
        <p className="hint hint-wrong" role="alert">
          {problem}
        </p>
      )}
      {mayDo(person, ['inspectrecord:torn']) ? (
        <form onSubmit={search}>
          <label>
            {t('handheld.tornLot')}
            <input name="lot" {...lengthOf(inspectTorn.input.properties.lot)} />
          </label>
          <button type="submit" className="wide wide-main" disabled={isBusy}>
            {t(isBusy ? 'handheld.searching' : 'handheld.searchTorn')}
          </button>
        </form>
      ) : (
        <p className="hint">{t('handheld.mayNotSearch')}</p>
      )}
      {found && <p className="hint">{t('handheld.tornFound', { count: found.total })}</p>}
      {found?.candidates.map(({ code: one, product_name, lot, dealer_name, areas }) => (
        <button key={one} type="button" className="row" onClick={() => onChosen(one)}>
          <span className="row-main">
            <code>{one}</code>
            <span>{[product_name, lot].filter(Boolean).join(' · ')}</span>
            {dealer_name && <small>{[dealer_name, ...areas].join(' · ')}</small>}
          </span>
        </button>
      ))}
      {onKept && (
        <button type="button" className="wide" onClick={onKept}>
          {t('handheld.searchLater')}
        </button>
      )}
    </section>
  );
}
