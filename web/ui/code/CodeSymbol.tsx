import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

export type Symbology = 'qrcode' | 'datamatrix' | 'gs1-128';

interface CodeSymbolProps {
  readonly text: string;
  readonly symbol: Symbology;
  /** The accessible name. */
  readonly label: string;
  /** Width and height in CSS pixels, for square symbols. */
  readonly size?: number;
}

/** Draws the symbol of a code as it would be printed. The drawing library is loaded with the first symbol. */
export function CodeSymbol({ text, symbol, label, size = 128 }: CodeSymbolProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    void import('bwip-js/browser').then(({ default: bwip }) => {
      if (gone || !canvas.current) return;
      try {
        bwip.toCanvas(canvas.current, {
          bcid: symbol,
          text,
          scale: 3,
          paddingwidth: 4,
          paddingheight: 4,
          backgroundcolor: 'FFFFFF',
        });
        setFailed(false);
      } catch {
        setFailed(true);
      }
    });
    return () => {
      gone = true;
    };
  }, [text, symbol]);
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        width={size}
        height={size}
        style={symbol === 'gs1-128' ? { width: '100%', maxWidth: 420, height: 72 } : { width: size, height: size }}
        hidden={failed}
      />
      {failed && <p>{t('code.noSymbol')}</p>}
    </>
  );
}
