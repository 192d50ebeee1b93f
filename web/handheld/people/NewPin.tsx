import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PinPad, pinLength } from './PinPad.tsx';

interface NewPinProps {
  readonly name: string;
  readonly onChosen: (pin: string) => void;
}

/** Six digits that are not all alike nor in a row, entered twice. */
export function NewPin({ name, onChosen }: NewPinProps) {
  const { t } = useTranslation();
  const [digits, setDigits] = useState('');
  const [first, setFirst] = useState<string>();
  const [problem, setProblem] = useState<'pinTooSimple' | 'pinsDiffer'>();
  const complete = useEffectEvent(() => {
    setDigits('');
    if (first === undefined) {
      const isSimple = isTooSimple(digits);
      setProblem(isSimple ? 'pinTooSimple' : undefined);
      if (!isSimple) setFirst(digits);
    } else if (first === digits) onChosen(digits);
    else {
      setFirst(undefined);
      setProblem('pinsDiffer');
    }
  });
  useEffect(() => {
    if (digits.length === pinLength) complete();
  }, [digits]);
  return (
    <main className="page page-entrance">
      <h1>{t(first === undefined ? 'handheld.choosePin' : 'handheld.repeatPin', { name })}</h1>
      {problem && (
        <p className="hint hint-wrong" role="alert">
          {t(`handheld.${problem}`)}
        </p>
      )}
      <PinPad digits={digits} onChange={setDigits} />
    </main>
  );
}

/** All digits alike, or each one more or one less than the one before. */
const isTooSimple = (pin: string): boolean => {
  const steps = new Set([...pin].slice(1).map((digit, n) => Number(digit) - Number(pin[n])));
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] as number);
};
