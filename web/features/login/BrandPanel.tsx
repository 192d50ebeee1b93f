import { appTitle } from '@suyuan/contract/app-title.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

const steps = ['issue', 'pack', 'ship', 'ask'] as const;

/** Presents the product as the journey of a code. */
export function BrandPanel() {
  const { t } = useTranslation();
  return (
    <header className="brand">
      <CodePattern />
      <p className="brand-name">
        <BrandMark />
        {appTitle}
      </p>
      <div className="brand-words">
        <p className="brand-claim">{t('brand.claim')}</p>
        <p className="brand-text">{t('brand.text')}</p>
        <ol className="brand-steps">
          {steps.map((step) => (
            <li key={step}>
              <strong>{t(`brand.${step}`)}</strong>
              <span>{t(`brand.${step}Text`)}</span>
            </li>
          ))}
        </ol>
      </div>
    </header>
  );
}

const side = 22;
/** A pattern that looks like a matrix code, with two solid edges, but encodes nothing. */
const cells = Array.from({ length: side * side }, (_, index) => ({
  x: index % side,
  y: Math.floor(index / side),
})).filter(
  ({ x, y }) => x === 0 || y === side - 1 || (y === 0 && x % 2 === 0) || (x * x * 7 + y * y * 13 + x * y * 5) % 11 < 5,
);
const cellPath = cells.map(({ x, y }) => `M${x} ${y}h.84v.84h-.84z`).join('');

function CodePattern() {
  return (
    <svg className="brand-pattern" viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
      <path d={cellPath} />
    </svg>
  );
}

/** The logo of the product: a tick in the frame of a scanner. */
function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M8 12V8h4M20 8h4v4M24 20v4h-4M12 24H8v-4M12 16.4l2.8 2.8L20.4 13" />
    </svg>
  );
}
