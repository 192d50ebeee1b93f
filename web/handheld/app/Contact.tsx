import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { contact } from '@suyuan/contract/handheld/handheld.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CallFailure } from '../calls/call.ts';
import { tellServer } from '../calls/tell-server.ts';
import { forgetPin, keepPermissions, type Person } from '../people/people.ts';
import type { ScanLog } from '../sending/scan-log.ts';

const often = 60_000;
/** How long after the last scan was sent this is told, in milliseconds: another one may follow. */
const soon = 5000;

interface ContactProps {
  readonly person: Person;
  readonly log: ScanLog;
  /** The console has ended the session. */
  readonly onEnded: () => void;
}

type Message = NonNullable<OutputOf<typeof contact>['message']>;

/** Tells the server every minute what waits here, and shows what the console has to tell. */
export function Contact({ person, log, onEnded }: ContactProps) {
  const { t } = useTranslation();
  const [message, setMessage] = useState<Message>();
  const [read, setRead] = useState<string>();
  const { failure, isCounted, waiting } = log.sending();
  const isSent = isCounted && waiting === 0;
  const isEnded = failure?.isSessionEnded ?? false;
  const end = useEffectEvent(() => forgetPin(person.id).then(onEnded));
  const tell = useEffectEvent(async () => {
    try {
      const { isCounted: isKnown, waiting: count, ...sending } = log.sending.getState();
      const told = await tellServer(person.session.token, { ...sending, ...(isKnown && { waiting: count }) }, read);
      setMessage(told.message ?? undefined);
      await keepPermissions(person, told.account.permissions);
    } catch (error) {
      // Anything else is tried again in a minute, and scans are sent by themselves.
      if (error instanceof CallFailure && error.isSessionEnded) await end();
    }
  });
  useEffect(() => {
    if (isEnded) void end();
  }, [isEnded]);
  useEffect(() => {
    if (!isSent) return undefined;
    const timer = setTimeout(() => void tell(), soon);
    return () => clearTimeout(timer);
  }, [isSent]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: that a message was read is told at once
  useEffect(() => {
    void tell();
    const again = () => void tell();
    const timer = setInterval(again, often);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [read]);
  if (!message || message.sent_at === read) return null;
  return (
    <section className="message" role="alert">
      <h2>{t('handheld.messageFrom')}</h2>
      <p>{message.text}</p>
      <button type="button" className="wide wide-main" onClick={() => setRead(message.sent_at)}>
        {t('handheld.understood')}
      </button>
    </section>
  );
}
