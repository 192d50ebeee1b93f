import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import './panel.css';

type PanelProps<Tag extends 'section' | 'form'> = ComponentPropsWithRef<Tag> & { readonly as?: Tag };

/** A raised part of a page: a list, a desk, or a form with `as="form"`. */
export function Panel<Tag extends 'section' | 'form' = 'section'>({ as, className = '', ...rest }: PanelProps<Tag>) {
  const Box = (as ?? 'section') as ElementType;
  return <Box className={`panel ${className}`.trimEnd()} {...rest} />;
}

interface PanelHeadProps {
  readonly title: string;
  readonly className?: string;
  /** The tools beside the title. */
  readonly children?: ReactNode;
}

/** The title of a screen, with its tools on the right. */
export function PanelHead({ title, className = '', children }: PanelHeadProps) {
  return (
    <div className={`panel-head ${className}`.trimEnd()}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
