import { Input, type InputProps } from 'antd';

/** The mark of the fields that codes are scanned into. A form that has one is not saved by Enter, which every scan ends with. */
export const takesScans = { 'data-takes-scans': '' } as const;
const scanSelector = '[data-takes-scans]';

/** Whether codes are scanned somewhere in a form. */
export const isScannedInto = (form: Element): boolean => form.querySelector(scanSelector) !== null;

interface CodeEntryProps
  extends Pick<InputProps, 'aria-label' | 'autoFocus' | 'className' | 'id' | 'maxLength' | 'placeholder'> {
  readonly value?: string;
  readonly onChange?: InputProps['onChange'];
  /** Called when a scan, or Enter, has ended the code. */
  readonly onEnter?: () => void;
}

/** One code as an item of a form: typed, pasted or scanned. Enter ends the code, and does not save the form. */
export function CodeEntry({ onEnter, ...input }: CodeEntryProps) {
  return (
    <Input
      {...input}
      {...takesScans}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      onPressEnter={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onEnter?.();
      }}
    />
  );
}
