import { Button, type ButtonProps } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { DeskStep } from './deskSteps.ts';

interface StepButtonProps extends Pick<ButtonProps, 'danger' | 'disabled' | 'type'> {
  readonly step: DeskStep;
  /** A label that says more than the name of the step. */
  readonly children?: string;
}

/** The key of a step, beside its name; not shown where there is no keyboard. */
export const StepKey = ({ of }: { readonly of: string }) => <span className="step-key">{` (${of})`}</span>;

/** A button for a step of a desk, labelled with its keyboard shortcut. */
export function StepButton({ step, children, ...button }: StepButtonProps) {
  const { t } = useTranslation();
  return (
    <Button {...button} aria-keyshortcuts={step.key} onClick={step.run}>
      <span>
        {children ?? t(step.text)}
        <StepKey of={step.key} />
      </span>
    </Button>
  );
}
