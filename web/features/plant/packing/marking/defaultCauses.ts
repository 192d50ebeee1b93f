import type { TFunction } from 'i18next';
import type { MarkKind } from './MarkChoice.ts';

/** The usual causes of each event: rejects are counted by them, so the same words count together. */
export function defaultCauses(t: TFunction, kind: MarkKind): string[] {
  switch (kind) {
    case 'scrap':
      return [
        t('packing.reason.torn'),
        t('packing.reason.unreadable'),
        t('marking.cause.misprinted'),
        t('scan.damaged'),
        t('packing.reason.leaking'),
      ];
    case 'sample':
      return [t('marking.cause.laboratory'), t('marking.cause.retained'), t('marking.cause.authority')];
    case 'reject':
      return [
        t('packing.reason.unreadable'),
        t('packing.reason.leaking'),
        t('marking.cause.volume'),
        t('marking.cause.cap'),
        t('marking.cause.looks'),
        t('scan.damaged'),
      ];
    default:
      return [t('packing.reason.wrongScan'), t('marking.cause.notDone')];
  }
}
