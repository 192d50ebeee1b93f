import { useState } from 'react';
import { Entrance } from '../people/Entrance.tsx';
import type { Person } from '../people/people.ts';
import { Shift } from './Shift.tsx';

/** Nobody is let in without a PIN or a password; whoever leaves ends what was shown. */
export function App() {
  const [person, setPerson] = useState<Person>();
  const [wasEnded, setWasEnded] = useState(false);
  const leave = (isEnded: boolean) => {
    setWasEnded(isEnded);
    setPerson(undefined);
  };
  return person ? (
    <Shift key={person.id} person={person} onLeave={() => leave(false)} onEnded={() => leave(true)} />
  ) : (
    <Entrance wasEnded={wasEnded} onEnter={setPerson} />
  );
}
