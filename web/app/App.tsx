import { Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { NoticeList } from '../core/notices/NoticeList.tsx';
import { QuestionDialog } from '../core/notices/QuestionDialog.tsx';
import { Guard } from './routing/Guard.tsx';
import { PageBoundary } from './routing/PageBoundary.tsx';
import { Pages } from './routing/pages.tsx';
import { Splash } from './Splash.tsx';

export function App() {
  return (
    <BrowserRouter>
      <PageBoundary>
        <Suspense fallback={<Splash />}>
          <Guard>
            <Pages />
          </Guard>
        </Suspense>
      </PageBoundary>
      <NoticeList />
      <QuestionDialog />
    </BrowserRouter>
  );
}
