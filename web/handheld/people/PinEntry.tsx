import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { StoredPerson } from '../storage/database.ts';
import { PinPad, pinLength } from './PinPad.tsx';
import { enterPin, type Person } from './people.ts';

interface PinEntryProps {
  readonly person: StoredPerson;
  readonly onEnter: (person: Person) => void;
  readonly onLocked: () => void;
  readonly onBack: () => void;
}

export function PinEntry({ person, onEnter, onLocked, onBack }: PinEntryProps) {
  const { t } = useTranslation();
  const [digits, setDigits] = useState('');
  const [attemptsLeft, setAttemptsLeft] = useState<number>();
  const enter = useEffectEvent(async () => {
    const outcome = await enterPin(person.id, digits);
    setDigits('');
    if ('person' in outcome) onEnter(outcome.person);
    else if (outcome.attemptsLeft === 0) onLocked();
    else setAttemptsLeft(outcome.attemptsLeft);
  });
  useEffect(() => {
    if (digits.length === pinLength) void enter();
  }, [digits]);
  return (
    <main className="page page-entrance">
      <h1>{t('handheld.pinOf', { name: person.name })}</h1>
      {attemptsLeft !== undefined && (
        <p className="hint hint-wrong" role="alert">
          {t('handheld.wrongPin', { count: attemptsLeft })}
        </p>
      )}
      <PinPad digits={digits} onChange={setDigits} />
      <button type="button" className="wide" onClick={onBack}>
        {t('handheld.back')}
      </button>
    </main>
  );
}
