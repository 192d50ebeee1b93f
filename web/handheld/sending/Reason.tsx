import { type FormEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface ReasonProps {
  /** Those that are given most often, which take a tap instead of typing. */
  readonly usual?: readonly string[];
  readonly onGiven: (reason: string) => void;
  /** What is asked, if not why. */
  readonly title?: string;
}

/** Asks why something is done in spite of an objection. */
export function Reason({ usual = [], onGiven, title }: ReasonProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onGiven(reason.trim());
  };
  return (
    <form onSubmit={submit}>
      {usual.map((one) => (
        <button key={one} type="button" className="wide" onClick={() => onGiven(one)}>
          {one}
        </button>
      ))}
      <label>
        {title ?? t('handheld.why')}
        <input
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          required
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
          autoFocus={usual.length === 0}
        />
      </label>
      <button type="submit" className="wide wide-main">
        {t('handheld.confirm')}
      </button>
    </form>
  );
}
