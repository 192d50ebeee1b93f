import { tasks as listTasks, type SnapshotHead, type Task } from '@suyuan/contract/handheld/task.ts';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CallFailure, call } from '../calls/call.ts';
import { totalsOf } from '../loading/loading-rules.ts';
import type { Snapshot } from '../loading/snapshot.ts';
import { downloadTask, ForgedSnapshot, keptTask, keptTasks, nameOf } from '../loading/tasks.ts';
import type { Person } from '../people/people.ts';
import type { ScanLog } from '../sending/scan-log.ts';
import { keepForGood } from '../storage/database.ts';
import { DeviceName } from './DeviceName.tsx';
import { TaskButton } from './TaskButton.tsx';

interface HomeProps {
  readonly person: Person;
  readonly log: ScanLog;
  readonly onOpen: (snapshot: Snapshot) => void;
  readonly onRefused: () => void;
  readonly onSelfTest: () => void;
}

/** The tasks that were downloaded, which are opened without a network, and those that can be. */
export function Home({ person, log, onOpen, onRefused, onSelfTest }: HomeProps) {
  const { t } = useTranslation();
  const [kept, setKept] = useState<readonly SnapshotHead[]>([]);
  const [open, setOpen] = useState<readonly Task[]>([]);
  const [refused, setRefused] = useState(0);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState('');
  const [mayBeEvicted, setMayBeEvicted] = useState(false);
  const look = useCallback(async () => {
    setKept(await keptTasks(person));
    setRefused((await log.refused()).length);
    try {
      setOpen((await call(listTasks, {}, person.session.token)).tasks);
      setProblem('');
    } catch (error) {
      setProblem(messageOf(error));
    }
  }, [person, log]);
  useEffect(() => {
    void look();
    addEventListener('online', look);
    return () => removeEventListener('online', look);
  }, [look]);
  useEffect(() => {
    void keepForGood().then((isKept) => setMayBeEvicted(!isKept));
  }, []);
  useEffect(() => log.follow(() => void log.refused().then(({ length }) => setRefused(length))), [log]);

  const download = async (task: Task) => {
    setBusy(nameOf(task));
    try {
      onOpen(await downloadTask(person, log, task));
    } catch (error) {
      setProblem(error instanceof ForgedSnapshot ? t('handheld.forged') : messageOf(error));
    }
    setBusy('');
  };
  const openKept = async (head: SnapshotHead) => {
    const snapshot = await keptTask(person, nameOf(head));
    if (snapshot) onOpen(snapshot);
  };
  const isKept = new Set(kept.map(nameOf));
  const others = open.filter((task) => !isKept.has(nameOf(task)));
  return (
    <main className="page">
      {refused > 0 && (
        <button type="button" className="row row-wrong" onClick={onRefused}>
          {t('handheld.toSettle', { count: refused })}
        </button>
      )}
      {mayBeEvicted && <p className="hint">{t('handheld.mayBeEvicted')}</p>}
      <h1>{t('handheld.onThisDevice')}</h1>
      {kept.length === 0 && <p className="hint">{t('handheld.nothingHere')}</p>}
      {kept.map((head) => (
        <TaskButton
          key={nameOf(head)}
          task={{ ...head, ...totalsOf(head.lines) }}
          note={t('handheld.ready')}
          onOpen={() => openKept(head)}
        />
      ))}
      <h1>{t('handheld.toDownload')}</h1>
      {problem && <p className="hint hint-wrong">{problem}</p>}
      {!problem && others.length === 0 && <p className="hint">{t('handheld.nothingToDownload')}</p>}
      {others.map((task) => (
        <TaskButton
          key={nameOf(task)}
          task={task}
          note={t(busy === nameOf(task) ? 'handheld.downloading' : 'handheld.download')}
          onOpen={() => download(task)}
        />
      ))}
      <button type="button" className="wide" onClick={look}>
        {t('handheld.refresh')}
      </button>
      <button type="button" className="wide" onClick={onSelfTest}>
        {t('handheld.selfTest')}
      </button>
      <DeviceName />
    </main>
  );
}

const messageOf = (error: unknown): string => (error instanceof CallFailure ? error.message : String(error));
