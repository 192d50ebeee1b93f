import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { catchGlobalErrors } from './app/globalErrors.ts';
import { preloadFirstPage } from './app/pages.tsx';
import './app/base.css';
import { startTranslation } from './i18n/i18n.ts';
import { languageAtStart } from './i18n/languages.ts';
import { applyStoredAppearance } from './preferences/appearance.ts';

applyStoredAppearance();
catchGlobalErrors();
preloadFirstPage();

const root = document.getElementById('root');
if (root) {
  await startTranslation(languageAtStart());
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
