import type { ReactNode } from 'react';
import './edit.css';

/** The buttons of a form that is a screen: where those of dialogs are, at its end and right, what saves last. */
export const FormFooter = ({ children }: { readonly children: ReactNode }) => (
  <footer className="form-footer">{children}</footer>
);
