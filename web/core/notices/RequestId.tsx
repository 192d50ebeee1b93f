import { useState } from 'react';
import { copyText } from '../copyText.ts';
import { useTranslation } from '../i18n/useTranslation.ts';
import './requestId.css';

/** The id of a failed request, to be copied and given to whoever can look into the server's log; nothing without one. */
export function RequestId({ id }: { readonly id: string | undefined }) {
  const { t } = useTranslation();
  const [copiedId, setCopiedId] = useState<string>();
  if (id === undefined) return null;
  // Where copying is not allowed, the text can still be selected.
  const copy = () =>
    void copyText(id).then(
      () => setCopiedId(id),
      () => undefined,
    );
  return (
    <span className="request-id">
      {t('error.requestId')} <code>{id}</code>
      <button type="button" aria-label={t('error.copyRequestId')} title={t('error.copyRequestId')} onClick={copy}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {copiedId === id ? <path d="M3 8.5l3.5 3.5L13 4.5" /> : <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />}
        </svg>
      </button>
      <span role="status" className="request-id-copied">
        {copiedId === id && t('error.requestIdCopied')}
      </span>
    </span>
  );
}
