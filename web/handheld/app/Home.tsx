import { scanActs, type TaskKind, taskKinds } from '@suyuan/contract/handheld/act.ts';
import type { SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { HandheldAct } from '../acts/act.ts';
import { actsWithoutTask } from '../acts/acts.ts';
import { mayDo, type Person } from '../people/people.ts';
import type { ScanLog } from '../sending/scan-log.ts';
import { totalsOf } from '../snapshot/lines.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { keptTask, nameOf } from '../snapshot/tasks.ts';
import { keepForGood } from '../storage/database.ts';
import { TaskButton } from './TaskButton.tsx';
import { useTasks } from './useTasks.ts';

/** What a task takes on the handheld. */
const sizeOf = ({ bytes }: SnapshotHead['map']): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

interface HomeProps {
  readonly person: Person;
  readonly log: ScanLog;
  readonly onOpen: (snapshot: Snapshot) => void;
  readonly onAct: (act: HandheldAct) => void;
  readonly onShow: (screen: 'refused' | 'self-test' | 'look-up' | 'settings') => void;
}

/** The tasks that were downloaded, which are opened without a network, those that can be, and what needs no task. */
export function Home({ person, log, onOpen, onAct, onShow }: HomeProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<TaskKind>();
  const [mayBeEvicted, setMayBeEvicted] = useState(false);
  const { kept, open, refused, unreadable, problem, busy, look, download } = useTasks(person, log, onOpen);
  useEffect(() => {
    void keepForGood().then((isKept) => setMayBeEvicted(!isKept));
  }, []);
  const openKept = async (head: SnapshotHead) => {
    const snapshot = await keptTask(person, nameOf(head));
    if (snapshot) onOpen(snapshot);
  };
  const isKept = new Set(kept.map(nameOf));
  const others = open.filter((task) => !isKept.has(nameOf(task)));
  const kinds = taskKinds.filter((one) => mayDo(person, scanActs[one]));
  const shown = kinds.length === 1 ? kinds[0] : kind;
  const tools = actsWithoutTask.filter(({ does }) => mayDo(person, scanActs[does]));
  return (
    <main className="page">
      {refused > 0 && (
        <button type="button" className="row row-wrong" onClick={() => onShow('refused')}>
          {t('handheld.toSettle', { count: refused })}
        </button>
      )}
      {unreadable > 0 && <p className="hint hint-wrong">{t('handheld.unreadable', { count: unreadable })}</p>}
      {mayBeEvicted && <p className="hint">{t('handheld.mayBeEvicted')}</p>}
      <h1>{t('handheld.onThisDevice')}</h1>
      {kept.length === 0 && <p className="hint">{t('handheld.nothingHere')}</p>}
      {kept.map((head) => (
        <TaskButton
          key={nameOf(head)}
          task={{ ...head, ...totalsOf(head.lines) }}
          note={`${t('handheld.ready')} · ${sizeOf(head.map)}`}
          onOpen={() => openKept(head)}
        />
      ))}
      <h1>{t('handheld.toDownload')}</h1>
      {problem && <p className={problem.isOffline ? 'hint' : 'hint hint-wrong'}>{problem.message}</p>}
      {kinds.length > 1 && (
        <nav className="tiles">
          {kinds.map((one) => (
            <button key={one} type="button" aria-pressed={one === shown} onClick={() => setKind(one)}>
              {one === 'inspect' ? t('handheld.inspectTasks') : t(`handheld.act.${one}`)}{' '}
              <small>{others.filter((task) => task.kind === one).length}</small>
            </button>
          ))}
        </nav>
      )}
      {!problem && shown && !others.some((task) => task.kind === shown) && (
        <p className="hint">{t('handheld.nothingToDownload')}</p>
      )}
      {others
        .filter((task) => task.kind === shown)
        .map((task) => (
          <TaskButton
            key={nameOf(task)}
            task={task}
            note={t(busy === nameOf(task) ? 'handheld.downloading' : 'handheld.download')}
            onOpen={() => download(task)}
          />
        ))}
      <h1>{t('handheld.withoutTask')}</h1>
      <nav className="tiles">
        {tools.map((act) => (
          <button key={act.does} type="button" onClick={() => onAct(act)}>
            {t(`handheld.act.${act.does as 'unpack'}`)}
          </button>
        ))}
        <button type="button" onClick={() => onShow('look-up')}>
          {t('handheld.lookUp')}
        </button>
        <button type="button" onClick={() => onShow('self-test')}>
          {t('handheld.selfTest')}
        </button>
        <button type="button" onClick={() => onShow('settings')}>
          {t('handheld.settings')}
        </button>
        <button type="button" onClick={look}>
          {t('handheld.refresh')}
        </button>
      </nav>
    </main>
  );
}
