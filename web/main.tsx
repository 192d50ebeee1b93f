import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { fetchFirstPage } from '#app/routing/pages.tsx';
import { ApiError } from '#core/api/apiError.ts';
import { logError } from '#core/errorLog.ts';
import '#app/base.css';
import { startTranslation } from '#core/i18n/i18n.ts';
import { languageAtStart } from '#core/i18n/languages.ts';
import { showCarriedNotice } from '#core/notices/carried.ts';
import { applyStoredAppearance } from '#core/preferences/appearance.ts';

/** Errors of calls were shown to the person, and cancelled calls are no errors. */
const isExpected = (reason: unknown): boolean =>
  reason instanceof ApiError || (reason instanceof DOMException && reason.name === 'AbortError');

/**
 * Browsers report it if an observed element is resized by a resize callback. They deliver it in the next frame, so nothing is
 * wrong.
 */
const isNoise = (message: string): boolean => message.startsWith('ResizeObserver loop');

/** Logs errors that no error boundary catches. */
function catchGlobalErrors(): void {
  window.addEventListener('error', (event) => {
    if (isNoise(event.message)) event.preventDefault();
    else logError(event.error ?? event.message, 'window.onerror');
  });
  window.addEventListener('unhandledrejection', (event) => {
    if (isExpected(event.reason)) event.preventDefault();
    else logError(event.reason, 'unhandledrejection');
  });
}

applyStoredAppearance();
catchGlobalErrors();
showCarriedNotice();
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
