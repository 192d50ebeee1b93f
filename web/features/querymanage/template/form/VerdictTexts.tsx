import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type Verdict, verdicts } from '@suyuan/contract/consumer/scan.ts';
import { longestTexts, VerdictWords } from '@suyuan/contract/querymanage/scan-design.ts';
import { Button, InputNumber } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { limitsOf } from '#ui/limits.ts';
import { Choice } from '#ui/pickers/Choice.tsx';
import type { DesignProps } from './designProps.ts';
import { WordsInput } from './WordsInput.tsx';

/** Texts for verdicts, each from a number of scans on; otherwise the page uses its built-in texts. */
export function VerdictTexts({ design, language, onChange, onShow }: DesignProps) {
  const { t } = useTranslation();
  const { verdicts: texts } = design;
  const change = (next: VerdictWords[]) => onChange({ ...design, verdicts: next });
  const set = (at: number, changes: Partial<VerdictWords>) =>
    change(texts.with(at, { ...(texts[at] as VerdictWords), ...changes }));
  return (
    <>
      <p>{t('scancode.textsHint')}</p>
      <ol className="design-list">
        {texts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts have no names; their fields are controlled
          <li key={at} className="design-item" onFocus={() => onShow(text.verdict, text.from)}>
            <header>
              <Choice
                aria-label={t('customerquery.verdict')}
                value={text.verdict}
                onChange={(verdict: Verdict) => {
                  set(at, { verdict, ...(verdict === 'repeated' ? {} : { from: 1 }) });
                  onShow(verdict, text.from);
                }}
                options={verdicts.map((value) => ({ value, label: t(`field.verdict.${value}`) }))}
                style={{ minWidth: 130 }}
              />
              {text.verdict === 'repeated' && (
                <InputNumber
                  aria-label={t('scancode.from')}
                  prefix={t('scancode.from')}
                  {...limitsOf(VerdictWords.properties.from)}
                  precision={0}
                  value={text.from}
                  onChange={(from) => set(at, { from: from ?? 1 })}
                />
              )}
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('scancode.remove', { title: t(`field.verdict.${text.verdict}`) })}
                onClick={() => change(texts.toSpliced(at, 1))}
                style={{ marginLeft: 'auto' }}
              />
            </header>
            <div className="design-fields">
              <WordsInput
                label={t('scancode.title')}
                most={longestTexts.verdictTitle}
                language={language}
                value={text.title}
                onChange={(title) => set(at, { title })}
              />
              <WordsInput
                label={t('scancode.words')}
                most={longestTexts.verdictWords}
                rows={2}
                language={language}
                value={text.words}
                onChange={(words) => set(at, { words })}
              />
            </div>
          </li>
        ))}
      </ol>
      <Button
        icon={<PlusOutlined />}
        disabled={texts.length >= 20}
        onClick={() => change([...texts, { ...nextOf(texts), title: {}, words: {} }])}
      >
        {t('scancode.addText')}
      </Button>
    </>
  );
}

/** The proposal for a new text: a verdict without one, or else a larger number of scans. */
function nextOf(texts: readonly VerdictWords[]): Pick<VerdictWords, 'verdict' | 'from'> {
  const free = verdicts.find((verdict) => !texts.some((text) => text.verdict === verdict));
  if (free) return { verdict: free, from: 1 };
  const most = Math.max(...texts.filter(({ verdict }) => verdict === 'repeated').map(({ from }) => from));
  return { verdict: 'repeated', from: Math.min(most + 5, 1_000_000) };
}
