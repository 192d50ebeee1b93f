import { largestPicture } from '@suyuan/contract/picture.ts';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { mayDo } from '../../people/people.ts';
import { Reason } from '../../sending/Reason.tsx';
import type { BesideProps } from '../act.ts';
import { usePosition } from './usePosition.ts';

/** Where codes are found, photos of the one that was just scanned, and a note for the next. */
export default function Circumstances({ person, log, task }: BesideProps) {
  const { t } = useTranslation();
  const { shown } = useStore(task.state);
  const { photos: waiting } = log.sending();
  const position = usePosition();
  const [isNoting, setNoting] = useState(false);
  const [photos, setPhotos] = useState(0);
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => task.give({ position }), [task, position]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: photos are counted anew once some were sent
  useEffect(() => {
    if (shown === undefined) setPhotos(0);
    else void log.photos.ofScan(shown).then(setPhotos);
  }, [log, shown, waiting]);
  const take = async (files: readonly File[]) => {
    const [small, large] = [files.filter(({ size }) => size <= largestPicture), files.some(isTooLarge)];
    setProblem(large ? t('handheld.photoTooLarge') : '');
    if (shown !== undefined) for (const file of small) await log.photos.add(shown, file);
  };
  const accuracy = position?.accuracy === undefined ? '' : Math.round(position.accuracy);
  return (
    <section className="beside">
      <p className="hint">{position ? t('handheld.position', { accuracy }) : t('handheld.noPosition')}</p>
      {problem && <p className="hint hint-wrong">{problem}</p>}
      <div className="keys">
        <button type="button" aria-pressed={isNoting} onClick={() => setNoting(!isNoting)}>
          {t('handheld.note')}
        </button>
        {mayDo(person, ['forensics:add']) && (
          <button type="button" disabled={shown === undefined} onClick={() => input.current?.click()}>
            {photos > 0 ? t('handheld.photos', { count: photos }) : t('handheld.photo')}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        hidden
        aria-label={t('handheld.photo')}
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {isNoting && (
        <Reason
          title={t('handheld.noteForNext')}
          onGiven={(reason) => {
            task.give({ reason });
            setNoting(false);
          }}
        />
      )}
    </section>
  );
}

const isTooLarge = ({ size }: File): boolean => size > largestPicture;
