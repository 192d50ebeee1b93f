import type { EventRow } from '@suyuan/contract/trace/event-row.ts';
import type { EventType } from '@suyuan/contract/trace/events.ts';
import type { TFunction } from 'i18next';

/** What an event did, in words. A label that was printed again is no first print, and says how often it was. */
export const eventText = (t: TFunction, { act: eventType, reprint }: Pick<EventRow, 'act' | 'reprint'>): string =>
  reprint === null ? t(`event.${eventType as EventType}`) : t('event.reprint', { nth: reprint });
