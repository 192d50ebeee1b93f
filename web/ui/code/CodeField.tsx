import { Input, type InputProps, type InputRef, Space } from 'antd';
import { type ReactNode, type Ref, useState } from 'react';
import { create } from 'zustand';
import { Wedge } from '#core/keys/wedge.ts';
import { takesScans } from './CodeEntry.tsx';
import { CameraButton, CameraView } from './camera/Camera.tsx';
import '../ui.css';

interface CodeFieldProps
  extends Pick<
    InputProps,
    'allowClear' | 'autoFocus' | 'disabled' | 'maxLength' | 'onPaste' | 'placeholder' | 'prefix' | 'size'
  > {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Enter was pressed, a scanner has ended a code, or the camera has read one. */
  readonly onCode?: (code: string) => void;
  readonly field?: Ref<InputRef>;
  /** Whether the camera is on; given if it is controlled from outside. */
  readonly filming?: boolean;
  readonly onFilming?: (isFilming: boolean) => void;
  /** The camera stays on for further codes. */
  readonly readsOn?: boolean;
  /** Shown after the field, e.g. a button. */
  readonly children?: ReactNode;
}

/** Input for a code: typed, pasted, by a scanner that acts as a keyboard, or by the camera. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, onCode, field, filming, onFilming, readsOn = false, children, ...input } = props;
  const [isOwnOn, setOwn] = useState(false);
  const [wedge] = useState(() => new Wedge());
  const hasScanner = useHasScanner();
  const [asksForKeys, setAsksForKeys] = useState(false);
  const [isFilming, setFilming] = [filming ?? isOwnOn, onFilming ?? setOwn];
  const take = (code: string) => {
    onChange(code);
    onCode?.(code);
  };
  return (
    <div className="code-field">
      <Space.Compact block>
        <Input
          placeholder={label}
          {...input}
          {...takesScans}
          ref={field}
          aria-label={label}
          value={value}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          // Where a scanner types, the soft keyboard would only cover the screen; a second touch asks for it.
          inputMode={hasScanner && !asksForKeys ? 'none' : 'text'}
          onPointerDown={(event) => setAsksForKeys(event.currentTarget === document.activeElement)}
          onBlur={() => setAsksForKeys(false)}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            const isScanned = wedge.press(event.key, event.timeStamp) !== undefined;
            if (isScanned) noteScanner();
            // Some scanners end a code with Tab, which would leave the code in the field, and the next one beside it.
            const code = event.currentTarget.value.trim();
            if (event.key !== 'Tab' || !isScanned || !onCode || code === '') return;
            event.preventDefault();
            take(code);
          }}
          onPressEnter={(event) => {
            event.preventDefault();
            // Read from the input, because the Enter of a scanner comes before the next render.
            const code = event.currentTarget.value.trim();
            if (code !== '') take(code);
          }}
        />
        <CameraButton
          className="code-field-camera"
          size={input.size}
          disabled={input.disabled ?? false}
          isFilming={isFilming}
          onFilming={setFilming}
        />
        {children}
      </Space.Compact>
      <CameraView
        isFilming={isFilming}
        onCode={(code) => {
          if (!readsOn) setFilming(false);
          take(code);
        }}
      />
    </div>
  );
}

const place = 'scan.scanner';

/** Whether a scanner that acts as a keyboard was used in this browser. */
const useScanner = create<{ readonly isUsed: boolean }>()(() => ({ isUsed: localStorage.getItem(place) !== null }));

const useHasScanner = (): boolean => useScanner(({ isUsed }) => isUsed);

function noteScanner(): void {
  if (useScanner.getState().isUsed) return;
  useScanner.setState({ isUsed: true });
  try {
    localStorage.setItem(place, 'used');
  } catch {
    // The browser refuses storage: it is found out again next time.
  }
}
