import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import './app/handheld.css';
import { followVersions } from './offline/version.ts';
import { startLook } from './settings/look.ts';
import { startTexts } from './texts.ts';

startLook();
await startTexts();
followVersions();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
