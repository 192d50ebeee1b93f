import { Button, type ButtonProps } from 'antd';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import type { DeskStep } from './deskSteps.ts';

interface StepButtonProps extends Pick<ButtonProps, 'danger' | 'disabled' | 'type'> {
  readonly step: DeskStep;
  /** What it says, where that tells more than the step. */
  readonly children?: string;
}

/** Does a step of a desk, and says by which key it is done without the mouse. */
export function StepButton({ step, children, ...button }: StepButtonProps) {
  const { t } = useTranslation();
  return (
    <Button {...button} aria-keyshortcuts={step.key} onClick={step.run}>
      {`${children ?? t(step.text)} (${step.key})`}
    </Button>
  );
}
