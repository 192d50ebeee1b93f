import { useEffect, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Languages } from '../settings/Languages.tsx';
import type { StoredPerson } from '../storage/database.ts';
import { NewPin } from './NewPin.tsx';
import { PinEntry } from './PinEntry.tsx';
import { keepPerson, type Person, peopleHere, recognised, type SignIn } from './people.ts';
import { SignInForm } from './SignInForm.tsx';

interface EntranceProps {
  /** The session of whoever was in was ended by the console. */
  readonly wasEnded: boolean;
  readonly onEnter: (person: Person) => void;
}

/** Whoever has a PIN here enters it; others sign in, which needs the network, and choose one. */
export function Entrance({ wasEnded, onEnter }: EntranceProps) {
  const { t } = useTranslation();
  const [people, setPeople] = useState<Awaited<ReturnType<typeof peopleHere>>>();
  const [chosen, setChosen] = useState<StoredPerson>();
  const [signIn, setSignIn] = useState<SignIn>();
  const [isSigningIn, setSigningIn] = useState(false);
  useEffect(() => {
    void peopleHere().then(setPeople);
  }, []);

  const signedIn = async (value: SignIn) => {
    const person = await recognised(value);
    if (person) onEnter(person);
    else setSignIn(value);
  };
  if (!people) return null;
  if (signIn) return <NewPin name={signIn.name} onChosen={(pin) => keepPerson(signIn, pin).then(onEnter)} />;
  if (chosen?.wrappedKey) {
    return (
      <PinEntry
        person={chosen}
        onEnter={onEnter}
        onLocked={() => {
          setChosen({ ...chosen, wrappedKey: undefined });
          setSigningIn(true);
        }}
        onBack={() => setChosen(undefined)}
      />
    );
  }
  if (isSigningIn || people.length === 0) {
    return (
      <SignInForm
        person={chosen}
        onSignedIn={signedIn}
        onBack={people.length > 0 ? () => setSigningIn(false) : undefined}
      />
    );
  }
  return (
    <main className="page page-entrance">
      {wasEnded && (
        <p className="hint hint-wrong" role="alert">
          {t('handheld.sessionEnded')}
        </p>
      )}
      <h1>{t('handheld.who')}</h1>
      {people.map((person) => (
        <button
          key={person.id}
          type="button"
          className="row"
          onClick={() => {
            setChosen(person);
            setSigningIn(!person.wrappedKey);
          }}
        >
          <strong>{person.name}</strong>
          <span className="row-side">
            <small>{t(person.wrappedKey ? 'handheld.enterPin' : 'handheld.enterPassword')}</small>
            {person.waiting > 0 && (
              <small className="bar-waiting">{t('handheld.waitsFor', { count: person.waiting })}</small>
            )}
          </span>
        </button>
      ))}
      <button type="button" className="wide" onClick={() => setSigningIn(true)}>
        {t('handheld.otherPerson')}
      </button>
      <Languages />
    </main>
  );
}
