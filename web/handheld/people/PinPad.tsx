import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** How many digits a PIN has. */
export const pinLength = 6;

interface PinPadProps {
  readonly digits: string;
  readonly onChange: (change: (digits: string) => string) => void;
}

/** Twelve large keys; the keys of a keyboard work as well. */
export function PinPad({ digits, onChange }: PinPadProps) {
  const { t } = useTranslation();
  const press = useEffectEvent((key: string) => {
    if (/^\d$/.test(key)) onChange((some) => (some + key).slice(0, pinLength));
    if (key === 'Backspace') onChange((some) => some.slice(0, -1));
  });
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => press(key);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <div className="pin" role="status" aria-label={t('handheld.digits', { count: digits.length })}>
        {Array.from({ length: pinLength }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots have no other identity
          <span key={n} className={n < digits.length ? 'pin-full' : ''} />
        ))}
      </div>
      <div className="pad">
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((key) => (
          <button key={key} type="button" onClick={() => press(key)}>
            {key}
          </button>
        ))}
        <span />
        <button type="button" onClick={() => press('0')}>
          0
        </button>
        <button type="button" onClick={() => press('Backspace')} aria-label={t('handheld.erase')}>
          ⌫
        </button>
      </div>
    </>
  );
}
