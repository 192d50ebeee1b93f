import type { ReactNode } from 'react';
import { LanguageButtons } from '#core/preferences/LanguageButtons.tsx';
import { BrandPanel } from './BrandPanel.tsx';
import './login.css';

interface LoginFrameProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** The common frame of the pages around signing in. */
export function LoginFrame({ title, lead, children, foot }: LoginFrameProps) {
  return (
    <div className="login">
      <BrandPanel />
      <main className="login-side">
        <LanguageButtons />
        <div className="login-card">
          <h1 id="login-title">{title}</h1>
          <p className="login-lead">{lead}</p>
          {children}
        </div>
        {foot}
      </main>
    </div>
  );
}
