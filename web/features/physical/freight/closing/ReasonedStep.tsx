import { reopen } from '@suyuan/contract/physical/waybill/waybill.ts';

import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

interface ReasonedStepProps {
  readonly title: string;
  readonly okText: string;
  /** What the step does, and what stays. */
  readonly about: string;
  readonly take: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason of a step that takes back another one. */
export function ReasonedStep({ title, okText, about, take, onClose }: ReasonedStepProps) {
  return (
    <FormDialog
      title={title}
      okText={okText}
      danger
      run={({ reason }: { readonly reason?: string }) => take(`${reason ?? ''}`.trim())}
      onClose={onClose}
    >
      <p>{about}</p>
      <ReasonItem of={reopen} rows={2} />
    </FormDialog>
  );
}
