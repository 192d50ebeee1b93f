import type { ReactNode } from 'react';
import { since } from '#core/formats/formatTime.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useSession } from '#core/session/session.ts';
import { useMoment } from '#ui/facts/Moment.tsx';

export function Greeting({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const { name, self } = useSession();
  const moment = useMoment();
  const last = self?.last_login_at;
  return (
    <section className="greeting">
      <div>
        <h1>{t(`dashboard.greeting.${partOfDay(new Date())}`, { name })}</h1>
        <p>
          {last
            ? t('dashboard.lastSignIn', { when: since(last, t), at: moment(last), from: self.last_login_ip ?? '' })
            : t('dashboard.firstSignIn')}
        </p>
      </div>
      {children}
    </section>
  );
}

function partOfDay(now: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = now.getHours();
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
