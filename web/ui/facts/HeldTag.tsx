import type { HeldFor } from '@suyuan/contract/trace/on-hold.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeText } from '../code/CodeText.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { HoldLink } from './RecordLink.tsx';

interface HeldTagProps {
  readonly held: boolean;
  /** What the goods are held for, as far as the person may know. */
  readonly hold: HeldFor | null;
  /** Only some of the goods are. */
  readonly partly?: boolean;
}

/** That goods are on hold, and for which recall or quality hold; nothing if they are not. */
export function HeldTag({ held, hold, partly = false }: HeldTagProps) {
  const { t } = useTranslation();
  if (!held) return null;
  return (
    <span className="held-tag">
      <StatusTag tone="error">{t(partly ? 'field.partly_on_hold' : 'field.on_hold')}</StatusTag>
      {hold && (
        <small>
          <HoldLink kind={hold.kind} no={hold.no} id={hold.id} />{' '}
          {[hold.reason, hold.owner].filter(Boolean).join(' · ')}
        </small>
      )}
    </span>
  );
}

/** A code, and whether its goods are on hold. */
export function HeldCode({ code, ...goods }: HeldTagProps & { readonly code: string }) {
  return (
    <>
      <CodeText code={code} /> <HeldTag {...goods} />
    </>
  );
}
