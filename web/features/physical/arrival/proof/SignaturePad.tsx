import { Button } from 'antd';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** The size of the drawing in its own pixels, whatever the screen has. */
const [width, height] = [600, 200];

interface SignaturePadProps {
  /** Called with a PNG in base64 after each stroke; undefined once it is empty. */
  readonly onChange: (png: string | undefined) => void;
}

/** A field to sign in with finger, pen or mouse. */
export function SignaturePad({ onChange }: SignaturePadProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const isDrawing = useRef(false);
  const clear = () => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    // Not transparent, so that it is seen on any ground.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.lineWidth = 3;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.strokeStyle = 'black';
    setEmpty(true);
  };
  useEffect(clear, []);
  const at = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const context = event.currentTarget.getContext('2d');
    isDrawing.current = true;
    context?.beginPath();
    context?.moveTo(...at(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDrawing.current) return;
    const context = event.currentTarget.getContext('2d');
    context?.lineTo(...at(event));
    context?.stroke();
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDrawing.current) return;
    draw(event);
    isDrawing.current = false;
    setEmpty(false);
    onChange(event.currentTarget.toDataURL('image/png').split(',')[1]);
  };
  return (
    <div className="signature-pad">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        aria-label={t('arrival.signature')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <Button
        disabled={isEmpty}
        onClick={() => {
          clear();
          onChange(undefined);
        }}
      >
        {t('arrival.signAgain')}
      </Button>
    </div>
  );
}
