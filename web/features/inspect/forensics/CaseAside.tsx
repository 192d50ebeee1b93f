import type { OutputOf } from '@suyuan/contract/call/call.ts';
import {
  forensicCase,
  forensicDetail,
  forensicOriginal,
  forensicPhotoRemove,
  forensicPicture,
  forensicPrint,
  forensicSeal,
} from '@suyuan/contract/inspect/case/forensic-case.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Skeleton, Space } from 'antd';
import { Suspense, useState } from 'react';
import { call, download } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { useOutbox } from '../outbox/useOutbox.ts';
import { PhotoInput } from './PhotoInput.tsx';
import '../inspect.css';

const NewSettlement = later(() => import('../settlement/NewSettlement.tsx'));

type Detail = OutputOf<typeof forensicDetail>;
type Picture = Detail['pictures'][number];

/** The chain of custody and the photos of a case, with its actions. */
export default function CaseAside({ id }: { readonly id: number }) {
  const detail = useQuery({
    queryKey: [forensicDetail.path, id],
    queryFn: ({ signal }) => call(forensicDetail, { id }, { signal, silent: true }),
  });
  if (detail.error && !detail.data) return <PartFailure of={detail} />;
  if (!detail.data) return <Skeleton active />;
  return (
    <div className="case-aside">
      <CaseActions detail={detail.data} />
      <Settlements detail={detail.data} />
      <Chain links={detail.data.chain} />
      <Photos detail={detail.data} />
    </div>
  );
}

function CaseActions({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const can = useCan();
  const outbox = useOutbox();
  const [modal, place] = Modal.useModal();
  const queries = useQueryClient();
  const { id, status, seal, pictures, sealed_by, sealed_at } = detail;
  const refresh = () =>
    Promise.all([forensicDetail, forensicCase.page].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  const askToSeal = () =>
    void modal.confirm({
      title: t('forensics.sealTitle'),
      content: t('forensics.sealText'),
      okText: t('forensics.sealNow'),
      cancelText: t('datapage.cancel'),
      onOk: async () => {
        await call(forensicSeal, { id }).catch(() => undefined);
        await refresh();
      },
    });
  if (status === 'sealed') {
    return (
      <>
        <div className="case-seal">
          {t('forensics.sealedBy', { by: sealed_by ?? '' })} <Moment at={sealed_at} />
          <div>
            SHA-256 <code>{seal}</code>
          </div>
        </div>
        <Space wrap>
          <Button type="primary" onClick={() => void download(forensicPrint, { id }).catch(() => undefined)}>
            {t('forensics.print')}
          </Button>
        </Space>
      </>
    );
  }
  return (
    <>
      {can('forensics:add') && (
        <PhotoInput
          onPhotos={(photos) => void outbox.add({ key: crypto.randomUUID(), caseId: id, photos }).then(refresh)}
        />
      )}
      {can('forensics:seal') && (
        <Button disabled={pictures.length === 0} onClick={askToSeal}>
          {t('forensics.sealNow')}
        </Button>
      )}
      {place}
    </>
  );
}

/** What was agreed with the dealer on this evidence, and a press to agree on something. */
function Settlements({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const [isNew, setNew] = useState(false);
  const { id, dealer_id, inspect_case_id, inspect_case_no, settlements } = detail;
  const maySettle = inspect_case_id !== null && inspect_case_no !== null && can('case:settle');
  if (settlements.length === 0 && !maySettle) return null;
  return (
    <section>
      <h2>{t('menu.settlement')}</h2>
      <Space wrap>
        {settlements.map((one) => (
          <RecordLink key={one.id} to="dealer_settlement" id={one.id}>
            {one.settlement_no}
          </RecordLink>
        ))}
        {maySettle && <Button onClick={() => setNew(true)}>{t('settlement.add')}</Button>}
      </Space>
      {isNew && maySettle && (
        <Suspense>
          <NewSettlement
            inspected={{ case_id: inspect_case_id, case_no: inspect_case_no, dealer_id, evidence_id: id }}
            onClose={() => setNew(false)}
            onDone={() => {
              setNew(false);
              void queries.invalidateQueries({ queryKey: [forensicDetail.path] });
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** From the dealer down to the case that the item lay in. */
function Chain({ links }: { readonly links: Detail['chain'] }) {
  const { t } = useTranslation();
  if (links.length === 0) return null;
  return (
    <>
      <h2>{t('forensics.chain')}</h2>
      <ol className="case-chain">
        {links.map(({ kind, name, at }) => (
          <li key={`${kind} ${name}`}>
            <strong>{listText(t, 'forensics', `link.${kind}`)}</strong> {name} <Moment at={at} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Photos({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const [largePicture, setLargePicture] = useState<Picture>();
  return (
    <>
      <h2>{t('field.photos')}</h2>
      {detail.pictures.length === 0 && <p>{t('forensics.noPhotos')}</p>}
      <ul className="case-photos">
        {detail.pictures.map((picture, index) => (
          <li key={picture.id}>
            <button type="button" onClick={() => setLargePicture(picture)}>
              <img src={`data:image/webp;base64,${picture.thumb}`} alt={t('picture.nth', { n: index + 1 })} />
            </button>
            <CameraFacts picture={picture} />
          </li>
        ))}
      </ul>
      {largePicture && (
        <LargePhoto
          picture={largePicture}
          isDraft={detail.status === 'draft'}
          onClose={() => setLargePicture(undefined)}
        />
      )}
    </>
  );
}

function CameraFacts({ picture: { taken_at, latitude, longitude } }: { readonly picture: Picture }) {
  const { t } = useTranslation();
  const facts = [taken_at?.replace('T', ' '), latitude === null ? null : `${latitude}, ${longitude}`].filter(Boolean);
  return <div>{facts.length > 0 ? facts.join(' · ') : t('forensics.cameraSilent')}</div>;
}

interface LargePhotoProps {
  readonly picture: Picture;
  readonly isDraft: boolean;
  readonly onClose: () => void;
}

function LargePhoto({ picture, isDraft, onClose }: LargePhotoProps) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const large = useQuery({
    queryKey: [forensicPicture.path, picture.id],
    queryFn: ({ signal }) => call(forensicPicture, { id: picture.id }, { signal }),
  });
  const remove = async () => {
    await call(forensicPhotoRemove, { id: picture.id }).catch(() => undefined);
    for (const { path } of [forensicDetail, forensicCase.page]) void queries.invalidateQueries({ queryKey: [path] });
    onClose();
  };
  return (
    <Modal
      open
      width={900}
      title={picture.camera ?? t('forensics.photo')}
      onCancel={onClose}
      footer={
        <>
          {isDraft && can('forensics:add') && (
            <Button danger onClick={() => void remove()}>
              {t('picture.remove')}
            </Button>
          )}
          <Button onClick={() => void download(forensicOriginal, { id: picture.id }).catch(() => undefined)}>
            {t('forensics.original')}
          </Button>
        </>
      }
    >
      {large.data ? (
        <img
          src={`data:image/webp;base64,${large.data.picture}`}
          alt={picture.camera ?? t('forensics.photo')}
          style={{ width: '100%' }}
        />
      ) : (
        <Skeleton.Image active />
      )}
      <CameraFacts picture={picture} />
      <code>{picture.hash}</code>
    </Modal>
  );
}
