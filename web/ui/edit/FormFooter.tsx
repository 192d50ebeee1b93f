import type { ReactNode } from 'react';
import './edit.css';

/** The buttons of a form that is a screen. As in dialogs, they are at the end and on the right, and saving comes last. */
export const FormFooter = ({ children }: { readonly children: ReactNode }) => (
  <footer className="form-footer">{children}</footer>
);
