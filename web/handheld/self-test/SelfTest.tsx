import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type Finding, findingsOf, type TestSymbol, testSymbols } from './diagnosis.ts';
import letters from './letters.svg?url';
import { ReceivedKeys } from './received-keys.ts';
import separators from './separators.svg?url';
import zeros from './zeros.svg?url';

const pictures: Readonly<Record<TestSymbol, string>> = { letters, separators, zeros };

/** How long after the last key what was sent is looked at, in milliseconds: a doubled suffix comes late. */
const patience = 400;

/** Three symbols to scan from the screen or from paper, which tell what is to be set on the scanner. */
export default function SelfTest() {
  const { t } = useTranslation();
  const [at, setAt] = useState(0);
  const [results, setResults] = useState<readonly { readonly text: string; readonly findings: readonly Finding[] }[]>(
    [],
  );
  const symbol = testSymbols[at];
  const received = useEffectEvent((keys: ReceivedKeys) => {
    if (!symbol || keys.isEmpty) return;
    setResults((all) => [...all, { text: keys.received.text, findings: findingsOf(symbol, keys.received) }]);
    setAt(at + 1);
  });
  useEffect(() => {
    let keys = new ReceivedKeys();
    let ending: ReturnType<typeof setTimeout> | undefined;
    const press = (event: KeyboardEvent) => {
      event.preventDefault();
      keys.press(event);
      clearTimeout(ending);
      ending = setTimeout(() => {
        received(keys);
        keys = new ReceivedKeys();
      }, patience);
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      clearTimeout(ending);
    };
  }, []);
  const findings = new Map(results.flatMap((one) => one.findings).map((one) => [JSON.stringify(one), one]));
  return (
    <main className="page">
      <h1>{t('handheld.selfTest')}</h1>
      {symbol && (
        <>
          <p className="hint">{t('handheld.scanSymbol', { number: at + 1, count: testSymbols.length })}</p>
          <img className="test-symbol" src={pictures[symbol]} alt={t('handheld.testSymbol', { number: at + 1 })} />
        </>
      )}
      {results.map(({ text, findings: some }, n) => (
        <p key={testSymbols[n]} className={some.length === 0 ? 'test-good' : 'hint hint-wrong'}>
          {some.length === 0 ? '✓' : '✕'} <code>{text}</code>
        </p>
      ))}
      {[...findings].map(([key, one]) => (
        <p key={key} className="hint">
          {one.finding === 'keyboard'
            ? t('handheld.finding.keyboard', { keyboard: one.keyboard })
            : t(`handheld.finding.${one.finding}`)}
        </p>
      ))}
      {!symbol && findings.size === 0 && (
        <p className="verdict verdict-good" role="status">
          <strong>{t('handheld.scannerIsRight')}</strong>
        </p>
      )}
      {results.length > 0 && (
        <button
          type="button"
          className="wide"
          onClick={() => {
            setAt(0);
            setResults([]);
          }}
        >
          {t('handheld.again')}
        </button>
      )}
    </main>
  );
}
