import { lazy, Suspense, useEffect, useState } from 'react';
import type { HandheldAct } from '../acts/act.ts';
import { actOf } from '../acts/acts.ts';
import type { Person } from '../people/people.ts';
import { ScanLog } from '../sending/scan-log.ts';
import { nameOf } from '../snapshot/tasks.ts';
import { ScanScreen } from '../task/ScanScreen.tsx';
import type { ScannedTask } from '../task/scan-state.ts';
import { Contact } from './Contact.tsx';
import { Home } from './Home.tsx';
import { StatusBar } from './StatusBar.tsx';

// What no scan needs is loaded when it is looked at; without a network, it is on the handheld.
const LookUp = lazy(() => import('../look-up/LookUp.tsx'));
const RefusedScreen = lazy(() => import('../task/RefusedScreen.tsx'));
const SelfTest = lazy(() => import('../self-test/SelfTest.tsx'));
const Settings = lazy(() => import('../settings/Settings.tsx'));

type Screen =
  | { readonly show: 'home' | 'refused' | 'self-test' | 'look-up' | 'settings' }
  | { readonly show: 'scanning'; readonly act: HandheldAct; readonly task: ScannedTask; readonly name: string };

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
  const doWithoutTask = async (act: HandheldAct) => {
    // What the server has taken is done with: no snapshot counts it.
    const answered = (await log.ofTask(act.does)).filter(({ state }) => state === 'taken');
    await log.forget(answered.map(({ no }) => no));
    setScreen({ show: 'scanning', act, task: nothing, name: act.does });
  };
  return (
    <>
      <StatusBar person={person} log={log} onLeave={onLeave} onBack={screen.show === 'home' ? undefined : home} />
      <Contact person={person} log={log} onEnded={onEnded} />
      {screen.show === 'home' && (
        <Home
          person={person}
          log={log}
          onOpen={(task) => setScreen({ show: 'scanning', act: actOf(task.head.kind), task, name: nameOf(task.head) })}
          onAct={doWithoutTask}
          onShow={(show) => setScreen({ show })}
        />
      )}
      {screen.show === 'scanning' && (
        <ScanScreen
          key={screen.act.does}
          {...screen}
          person={person}
          log={log}
          onLeave={home}
          onSwitch={(does) => setScreen({ ...screen, act: actOf(does) })}
        />
      )}
      <Suspense>
        {screen.show === 'refused' && <RefusedScreen person={person} log={log} />}
        {screen.show === 'self-test' && <SelfTest />}
        {screen.show === 'settings' && <Settings />}
        {screen.show === 'look-up' && <LookUp person={person} />}
      </Suspense>
    </>
  );
}

/** An act without a task has no snapshot: the server decides about every code. */
const nothing: ScannedTask = { head: { lines: [], products: [] }, find: () => undefined };
