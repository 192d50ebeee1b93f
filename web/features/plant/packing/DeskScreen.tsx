import type { InputRef } from 'antd';
import { type ReactNode, useRef } from 'react';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { ReasonInput, useDeskReason } from '#ui/events/ReasonInput.tsx';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { useDeskEvent } from '#ui/events/useDeskEvent.ts';
import { DeskScans } from '#ui/scan/desk/DeskScans.tsx';
import type { ScanDesk } from '#ui/scan/desk/ScanDesk.ts';
import { backTo, type DeskStep, useDeskSteps } from '#ui/scan/deskSteps.ts';
import { StepButton } from '#ui/scan/StepButton.tsx';

type Capture = ReturnType<typeof useDeskEvent>['capture'];

interface DeskScreenParts {
  readonly desk: Parameters<typeof useDeskReason>[0] & Parameters<typeof useDeskEvent>[1] & { undoScan(): void };
  /** Whether there is a scan that can be undone. */
  readonly hasScans: boolean;
  /** The name of the event, which F4 captures. */
  readonly text: TextKey;
  /** Captures the event of what was scanned; undefined while something is missing. */
  readonly run: ((reason: string, capture: Capture) => void) | undefined;
}

/** The state of a `DeskScreen`: its scan field, the reason, refused codes, and its steps: F2 undoes a scan, F4 captures the event. */
export function useDeskScreen({ desk, hasScans, text, run }: DeskScreenParts) {
  const field = useRef<InputRef>(null);
  const reason = useDeskReason(desk);
  const { capture, isBusy, refusals, forget } = useDeskEvent(field, desk);
  const isReady = !isBusy && run !== undefined;
  const captureWithReason: Capture = ({ done, ...event }) =>
    capture({
      ...event,
      done: (answer) => {
        done(answer);
        reason.entered.done();
      },
    });
  const undo: DeskStep = {
    key: 'F2',
    text: 'relevance.undoScan',
    run: backTo(field, () => {
      desk.undoScan();
      forget();
    }),
  };
  const submit: DeskStep = {
    key: 'F4',
    text,
    run: () => {
      if (!isBusy && run && reason.isGiven()) run(reason.text, captureWithReason);
    },
  };
  useDeskSteps(field, [undo, submit]);
  return { field, reason, refusals, forget, hasScans, isReady, undo, submit };
}

interface DeskScreenProps<Own extends object, Step> {
  readonly desk: ScanDesk<Own, Step>;
  readonly state: ReturnType<typeof useDeskScreen>;
  /** What is to be scanned now. */
  readonly next: string;
  /** Which of several desks it is: the scan field of another one is empty. */
  readonly way?: string;
  /** Shown above the scan field. */
  readonly head: ReactNode;
  /** What was scanned so far, above the refused codes. */
  readonly scanned?: ReactNode;
  /** Whether leaving the screen loses what was scanned, too, and not only the reason. */
  readonly losesScans?: boolean;
  /** The usual reasons. */
  readonly usual: readonly string[];
  /** A label of the event that says more than its name. */
  readonly label?: string;
  readonly danger?: boolean;
  readonly children?: ReactNode;
}

/** A desk where codes are scanned and one event is captured about them, with a reason. */
export function DeskScreen<Own extends object, Step>(props: DeskScreenProps<Own, Step>) {
  const { desk, state, next, way, head, scanned, losesScans = false, usual, label, danger = false, children } = props;
  const { field, reason, refusals, hasScans, isReady, undo, submit } = state;
  return (
    <div className="scan-desk">
      <Unsaved changed={(losesScans && hasScans) || reason.entered.changed} />
      {head}
      <DeskScans key={way} desk={desk} next={next} field={field} />
      {scanned}
      <RefusalList refusals={refusals} />
      <div className="scan-do">
        <ReasonInput usual={usual} value={reason.text} onChange={reason.setText} scansIn={field} field={reason.field} />
        <StepButton step={undo} disabled={!hasScans} />
        <StepButton
          step={submit}
          type="primary"
          danger={danger}
          disabled={!isReady}
          {...(label && { children: label })}
        />
      </div>
      {children}
    </div>
  );
}
