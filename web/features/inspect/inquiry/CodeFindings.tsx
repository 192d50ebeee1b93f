import type { CodeInformation } from '@suyuan/contract/inspect/information-inquiry.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { HoldLink } from '#ui/facts/RecordLink.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SeenMap } from '../SeenMap.tsx';
import { SeenPlace } from '../SeenPlace.tsx';

/** Scans, holds, warnings, inspections and evidence of a code. */
export function CodeFindings({ facts }: { readonly facts: CodeInformation }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { scans, holds, warnings, inspections, evidence } = facts;
  return (
    <Panel aria-label={t('informationinquiry.findings')}>
      <h2>{t('informationinquiry.scans', { n: count(scans.count) })}</h2>
      <SeenMap title={t('informationinquiry.map')} counted={t('informationinquiry.scanned')} seen={scans.rows} />
      <ul className="inquiry-list">
        {scans.rows.map(({ at, verdict, device, ...where }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two scans may be alike, and none moves
          <li key={`${at} ${place}`}>
            <Moment at={at} />
            <span>{t(`field.verdict.${verdict}`)}</span>
            <SeenPlace {...where} />
            <span>{device}</span>
          </li>
        ))}
      </ul>
      <h2>{t('informationinquiry.holds')}</h2>
      {holds.length === 0 && <p>{t('informationinquiry.none')}</p>}
      <ul className="inquiry-list">
        {holds.map((one) => (
          <HoldFact key={`${one.kind} ${one.id} ${one.by} ${one.held_at}`} one={one} />
        ))}
      </ul>
      <h2>{t('menu.queryconsumerwarning')}</h2>
      {warnings.length === 0 && <p>{t('informationinquiry.none')}</p>}
      <ul className="inquiry-list">
        {warnings.map(({ id, rule, status, outcome, region, fired_at }) => (
          <li key={id}>
            <strong>{t(`queryconsumerwarning.rule.${rule}`)}</strong>
            <span>{t(`queryconsumerwarning.status.${status}`)}</span>
            {outcome && <span>{t(`queryconsumerwarning.outcome.${outcome}`)}</span>}
            <span>{region}</span>
            <Moment at={fired_at} />
          </li>
        ))}
      </ul>
      <h2>{t('menu.inspectrecord')}</h2>
      {inspections.length === 0 && <p>{t('informationinquiry.none')}</p>}
      <ul className="inquiry-list">
        {inspections.map(({ at, verdict, area_name, inspector }) => (
          <li key={`${at} ${inspector}`}>
            <strong>{choiceText(t, 'inspectrecord.verdict', verdict)}</strong>
            {area_name && <span>{area_name}</span>}
            <span>{inspector}</span>
            <Moment at={at} />
          </li>
        ))}
      </ul>
      <h2>{t('menu.forensics')}</h2>
      {evidence.length === 0 && <p>{t('informationinquiry.none')}</p>}
      <ul className="inquiry-list">
        {evidence.map(({ id, case_no, status, found_at, seal }) => (
          <li key={id}>
            <strong>{case_no}</strong>
            <span>{t(`forensics.status.${status}`)}</span>
            <Moment at={found_at} />
            {seal && <code>{seal}</code>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A recall or quality hold of the code, its package, lot or place. */
function HoldFact({ one }: { readonly one: CodeInformation['holds'][number] }) {
  const { t } = useTranslation();
  const { by, kind, no, reason, owner, due_at, held_at, held_by, released_at } = one;
  return (
    <li>
      <strong>{reason}</strong>
      <span>{t(`informationinquiry.heldBy.${by}`)}</span>
      {no && <HoldLink kind={kind} no={no} id={one.id} />}
      <span>{held_by}</span>
      <Moment at={held_at} />
      {owner && released_at === null && <span>{t('informationinquiry.holdOwner', { owner })}</span>}
      {due_at && released_at === null && (
        <span>
          {t('hold.due_at')} <Moment at={due_at} />
        </span>
      )}
      {released_at && (
        <span>
          {t('informationinquiry.released')} <Moment at={released_at} />
        </span>
      )}
    </li>
  );
}
