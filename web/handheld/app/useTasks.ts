import { mostRefused, refusedScans } from '@suyuan/contract/handheld/scan.ts';
import { tasks as listTasks, mostTasks, type SnapshotHead, type Task } from '@suyuan/contract/handheld/task.ts';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CallFailure, call } from '../calls/call.ts';
import type { Person } from '../people/people.ts';
import { scansSetAside } from '../people/set-aside.ts';
import { isRefusedHere } from '../sending/logged-scan.ts';
import type { ScanLog } from '../sending/scan-log.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { downloadTask, ForgedSnapshot, forgetTask, keptTasks, nameOf } from '../snapshot/tasks.ts';

/** Why tasks cannot be listed or downloaded; without a network, that is as it should be. */
interface Problem {
  readonly message: string;
  readonly isOffline?: boolean;
}

/** The tasks of a person: what is on this handheld, and, while there is a network, what the server has. */
export function useTasks(person: Person, log: ScanLog, onOpen: (snapshot: Snapshot) => void) {
  const { t } = useTranslation();
  const [kept, setKept] = useState<readonly SnapshotHead[]>([]);
  const [open, setOpen] = useState<readonly Task[]>([]);
  const [refused, setRefused] = useState(0);
  const [unreadable, setUnreadable] = useState(0);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState('');
  const look = useCallback(async () => {
    setKept(await keptTasks(person));
    setRefused(await toSettle(log));
    setUnreadable(await scansSetAside(person.id));
    try {
      const { tasks } = await call(listTasks, {}, person.session.token);
      await forgetEnded(person, log, tasks);
      await forgetSettled(person, log);
      setRefused(await toSettle(log));
      setKept(await keptTasks(person));
      setOpen(tasks);
      setProblem(undefined);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }, [person, log]);
  useEffect(() => {
    void look();
    addEventListener('online', look);
    return () => removeEventListener('online', look);
  }, [look]);
  useEffect(() => log.follow(() => void toSettle(log).then(setRefused)), [log]);

  const download = async (task: Task) => {
    setBusy(nameOf(task));
    try {
      onOpen(await downloadTask(person, log, task));
    } catch (error) {
      setProblem(error instanceof ForgedSnapshot ? { message: t('handheld.forged') } : problemOf(error));
    }
    setBusy('');
  };
  return { kept, open, refused, unreadable, problem, busy, look, download };
}

const toSettle = async (log: ScanLog): Promise<number> =>
  (await log.refused()).length + (await log.spoiled()).length + (await log.photos.refused()).length;

/** Forgets tasks that are over, once all of their scans are answered and settled. */
async function forgetEnded(person: Person, log: ScanLog, open: readonly Task[]): Promise<void> {
  const names = new Set(open.map(nameOf));
  for (const head of await keptTasks(person)) {
    const isListed = open.filter(({ kind }) => kind === head.kind).length < mostTasks;
    if (names.has(nameOf(head)) || !isListed) continue;
    const scans = await log.ofTask(nameOf(head));
    if (scans.every(({ state }) => state === 'taken')) await forgetTask(person, log, nameOf(head));
  }
}

/** Forgets refused scans that somebody has settled in the console. */
async function forgetSettled(person: Person, log: ScanLog): Promise<void> {
  const refused = await log.refused();
  if (refused.length === 0) return;
  const { refusals } = await call(refusedScans, {}, person.session.token);
  if (refusals.length >= mostRefused) return;
  const open = new Set(refusals.map(({ id }) => id));
  const settled = refused.filter(({ id, answer }) => !isRefusedHere(answer) && !open.has(id));
  await log.forget(settled.map(({ no }) => no));
}

const problemOf = (error: unknown): Problem =>
  error instanceof CallFailure ? { message: error.message, isOffline: error.status === 0 } : { message: String(error) };
