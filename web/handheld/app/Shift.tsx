import { useEffect, useState } from 'react';
import { LoadingScreen } from '../loading/LoadingScreen.tsx';
import type { Snapshot } from '../loading/snapshot.ts';
import type { Person } from '../people/people.ts';
import { SelfTest } from '../self-test/SelfTest.tsx';
import { RefusedScreen } from '../sending/RefusedScreen.tsx';
import { ScanLog } from '../sending/scan-log.ts';
import { Contact } from './Contact.tsx';
import { Home } from './Home.tsx';
import { StatusBar } from './StatusBar.tsx';

type Screen =
  | { readonly show: 'home' }
  | { readonly show: 'refused' }
  | { readonly show: 'self-test' }
  | { readonly show: 'loading'; readonly snapshot: Snapshot };

interface ShiftProps {
  readonly person: Person;
  readonly onLeave: () => void;
  /** The console has ended the session. */
  readonly onEnded: () => void;
}

/** What one person does between entering the PIN and leaving. */
export function Shift({ person, onLeave, onEnded }: ShiftProps) {
  const [log] = useState(() => new ScanLog(person));
  const [screen, setScreen] = useState<Screen>({ show: 'home' });
  useEffect(() => {
    log.start();
    return () => log.stop();
  }, [log]);
  const home = () => setScreen({ show: 'home' });
  return (
    <>
      <StatusBar person={person} log={log} onLeave={onLeave} onBack={screen.show === 'home' ? undefined : home} />
      <Contact person={person} log={log} onEnded={onEnded} />
      {screen.show === 'home' && (
        <Home
          person={person}
          log={log}
          onOpen={(snapshot) => setScreen({ show: 'loading', snapshot })}
          onRefused={() => setScreen({ show: 'refused' })}
          onSelfTest={() => setScreen({ show: 'self-test' })}
        />
      )}
      {screen.show === 'loading' && <LoadingScreen snapshot={screen.snapshot} log={log} />}
      {screen.show === 'refused' && <RefusedScreen person={person} log={log} />}
      {screen.show === 'self-test' && <SelfTest />}
    </>
  );
}
