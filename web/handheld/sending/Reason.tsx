import { type FormEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface ReasonProps {
  readonly onGiven: (reason: string) => void;
}

/** Asks why something is done in spite of an objection. */
export function Reason({ onGiven }: ReasonProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onGiven(reason.trim());
  };
  return (
    <form onSubmit={submit}>
      <label>
        {t('handheld.why')}
        {/* biome-ignore lint/a11y/noAutofocus: the person has just asked for it */}
        <input value={reason} onChange={({ target }) => setReason(target.value)} required autoFocus />
      </label>
      <button type="submit" className="wide wide-main">
        {t('handheld.confirm')}
      </button>
    </form>
  );
}
