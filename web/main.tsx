import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { catchGlobalErrors } from '#app/globalErrors.ts';
import { fetchFirstPage } from '#app/routing/pages.tsx';
import '#app/base.css';
import { startTranslation } from '#core/i18n/i18n.ts';
import { languageAtStart } from '#core/i18n/languages.ts';
import { sayCarried } from '#core/notices/carried.ts';
import { applyStoredAppearance } from '#core/preferences/appearance.ts';

applyStoredAppearance();
catchGlobalErrors();
sayCarried();
const root = document.getElementById('root');

// Not awaited at the top level: the loaded modules import the chunk of this one, so waiting would be a deadlock.
void Promise.all([startTranslation(languageAtStart()), fetchFirstPage()]).then(() => {
  if (!root) return;
  const page = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  createRoot(root).render(page);
});
