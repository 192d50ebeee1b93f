import type { ScanAct } from '@suyuan/contract/handheld/act.ts';
import { useStore } from 'zustand';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { groundOf } from './scan-state.ts';
import type { ScanTask } from './scan-task.ts';

interface ScanKeysProps {
  readonly task: ScanTask;
  readonly isFilming: boolean;
  readonly onFilm: () => void;
  readonly isTyping: boolean;
  readonly onType: () => void;
  readonly onSwitch: (act: ScanAct) => void;
  readonly onEnd: (() => void) | undefined;
}

/** What a thumb can do between scans: always in the same place, at the foot. */
export function ScanKeys({ task, isFilming, onFilm, isTyping, onType, onSwitch, onEnd }: ScanKeysProps) {
  const { t } = useTranslation();
  const { act } = task;
  const { manners, parts, scans, isRemoving } = useStore(task.state);
  const ground = groundOf(task.task, manners);
  const mayUndo = parts.length > 0 || (act.undoes !== undefined && scans.length > 0);
  return (
    <footer className="scan-keys">
      {(act.manners || act.alternative || onEnd || parts.length > 0) && (
        <div className="keys">
          {act.manners?.map((manner) => (
            <button
              key={manner}
              type="button"
              aria-pressed={manners.has(manner)}
              onClick={() => task.switchManner(manner)}
            >
              {t(`handheld.manner.${act.does}.${manner}` as 'handheld.manner.receive.singly')}
            </button>
          ))}
          {act.gathering?.mayEnd(parts, ground) && (
            <button type="button" onClick={() => void task.endParts()}>
              {t(`handheld.endParts.${act.does as 'pack'}`)}
            </button>
          )}
          {act.alternative && (
            <button
              type="button"
              aria-pressed={act.does === 'repack'}
              onClick={() => onSwitch(act.alternative as ScanAct)}
            >
              {t('handheld.act.repack')}
            </button>
          )}
          {onEnd && (
            <button type="button" onClick={onEnd}>
              {t('handheld.end')}
            </button>
          )}
        </div>
      )}
      <div className="keys">
        {(act.undoes || act.gathering) && (
          <button type="button" disabled={!mayUndo} onClick={() => void task.undo()}>
            {t('handheld.undo')}
          </button>
        )}
        {'mediaDevices' in navigator && (
          <button type="button" aria-pressed={isFilming} onClick={onFilm}>
            {t('handheld.camera')}
          </button>
        )}
        <button type="button" aria-pressed={isTyping} onClick={onType}>
          {t('handheld.type')}
        </button>
        {act.undoes && (
          <button type="button" aria-pressed={isRemoving} onClick={() => task.setRemoving(!isRemoving)}>
            {t(`handheld.remove.${act.does as 'load'}`)}
          </button>
        )}
      </div>
    </footer>
  );
}
