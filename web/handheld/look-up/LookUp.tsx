import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Language, languageFacts } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CallFailure, call } from '../calls/call.ts';
import type { Person } from '../people/people.ts';
import { signal } from '../scanner/signals.ts';
import { TypedCode } from '../scanner/TypedCode.tsx';
import { useScanner } from '../scanner/useScanner.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { keptTask, keptTasks, nameOf } from '../snapshot/tasks.ts';

const Camera = lazy(() => import('../scanner/Camera.tsx'));

type Told = OutputOf<typeof packageTree>;

interface Found {
  readonly text: string;
  /** What the tasks on this handheld know of it. */
  readonly here: readonly Snapshot[];
  readonly told?: Told;
  /** Why the server tells nothing. */
  readonly problem?: string;
}

/** What a code is: by the server if there is a network, and by the tasks that were downloaded, as of then. */
export default function LookUp({ person }: { readonly person: Person }) {
  const { t } = useTranslation();
  const [snapshots, setSnapshots] = useState<readonly Snapshot[]>([]);
  const [found, setFound] = useState<Found>();
  const [isFilming, setFilming] = useState(false);
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    void snapshotsOf(person).then(setSnapshots);
  }, [person]);
  const scan = async (text: string) => {
    const here = snapshots.filter((one) => one.find(text) !== undefined);
    setFound({ text, here });
    try {
      const told = await call(packageTree, { code: text }, person.session.token);
      setFound({ text, here, told });
      signal('good');
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFound({ text, here, problem: error.status === 0 ? t('handheld.lookUpOffline') : error.message });
      signal(here.length > 0 ? 'repeated' : 'wrong');
    }
  };
  useScanner((text) => void scan(text));
  return (
    <main className="page page-scanning">
      <h1>{t('handheld.lookUp')}</h1>
      {isFilming && (
        <Suspense>
          <Camera onScan={(text) => void scan(text)} />
        </Suspense>
      )}
      {isTyping && <TypedCode onCode={(text) => void scan(text)} />}
      {!found && (
        <div className="verdict" role="status">
          <strong>{t('handheld.scanToLookUp')}</strong>
        </div>
      )}
      {found && <code className="looked-up">{found.told?.code ?? found.text}</code>}
      {found?.told && <ToldByServer told={found.told} />}
      {found?.problem && (
        <p className="hint hint-wrong" role="alert">
          {found.problem}
        </p>
      )}
      {found && !found.told && <KnownHere {...found} />}
      <footer className="scan-keys">
        <div className="keys">
          {'mediaDevices' in navigator && (
            <button type="button" aria-pressed={isFilming} onClick={() => setFilming(!isFilming)}>
              {t('handheld.camera')}
            </button>
          )}
          <button type="button" aria-pressed={isTyping} onClick={() => setTyping(!isTyping)}>
            {t('handheld.type')}
          </button>
        </div>
      </footer>
    </main>
  );
}

function ToldByServer({ told }: { readonly told: Told }) {
  const { t } = useTranslation();
  const facts: readonly (readonly [string, string | number | null])[] = [
    [t('handheld.fact.product'), told.product_name],
    [t('handheld.fact.lot'), told.lot],
    [t('handheld.fact.expiry'), told.expiry_date],
    [t('handheld.fact.order'), told.order_no],
    [t('handheld.fact.units'), told.units],
    [t('handheld.fact.liesIn'), told.parents.map(({ code }) => code).join(' › ')],
    [t('handheld.fact.contents'), told.children.length || null],
  ];
  return (
    <>
      {told.held && <p className="hint hint-wrong">{t('handheld.fact.held')}</p>}
      <dl className="facts">
        {facts.map(([title, value]) =>
          value === null || value === '' ? null : (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </>
  );
}

/** Says as little as a snapshot does, and as of when. */
function KnownHere({ text, here }: Pick<Found, 'text' | 'here'>) {
  const { t, i18n } = useTranslation();
  if (here.length === 0) return <p className="hint">{t('handheld.notInTasks')}</p>;
  const { tag } = languageFacts[i18n.language as Language];
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'short' });
  return here.map((snapshot) => {
    const { head } = snapshot;
    const goods = snapshot.find(text)?.goods;
    const product = head.products.find(({ id }) => id === goods?.product_id);
    return (
      <section key={nameOf(head)} className="row">
        <span className="row-main">
          <strong>{product?.name}</strong>
          <span>{goods?.lot}</span>
          {goods?.held && <span className="hint-wrong">{t('handheld.fact.held')}</span>}
          <small>{t('handheld.asOf', { no: head.no, time: time.format(new Date(head.taken_at)) })}</small>
        </span>
        <span className="row-side">
          <strong>{goods && t('handheld.units', { count: goods.units })}</strong>
        </span>
      </section>
    );
  });
}

async function snapshotsOf(person: Person): Promise<Snapshot[]> {
  const snapshots = await Promise.all((await keptTasks(person)).map((head) => keptTask(person, nameOf(head))));
  return snapshots.filter((one) => one !== undefined);
}
