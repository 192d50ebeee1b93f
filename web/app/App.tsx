import { Suspense } from 'react';
import { NoticeList } from '#core/notices/NoticeList.tsx';
import { QuestionDialog } from '#core/notices/QuestionDialog.tsx';
import { Guard } from './routing/Guard.tsx';
import { GuardedRouter } from './routing/GuardedRouter.tsx';
import { PageBoundary } from './routing/PageBoundary.tsx';
import { Pages } from './routing/pages.tsx';
import { Splash } from './Splash.tsx';

export function App() {
  return (
    <GuardedRouter>
      <PageBoundary>
        <Suspense fallback={<Splash />}>
          <Guard>
            <Pages />
          </Guard>
        </Suspense>
      </PageBoundary>
      <NoticeList />
      <QuestionDialog />
    </GuardedRouter>
  );
}
