import { type FileLanguage, fileLanguages } from '@suyuan/contract/languages.ts';
import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import { dayIn, exampleIn, numberIn } from '@suyuan/contract/thing/written-in.ts';
import { Alert } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Choice } from '../../pickers/Choice.tsx';

interface WrittenInProps {
  readonly value: FileLanguage | undefined;
  readonly report: ImportReport | undefined;
  readonly disabled: boolean;
  readonly onChange: (language: FileLanguage | undefined) => void;
}

/** The language that a file is written in. If a cell can be read in two ways, each language shows how it reads that one. */
export function WrittenIn({ value, report, disabled, onChange }: WrittenInProps) {
  const { t } = useTranslation();
  const cell = report && doubtfulCell(report);
  const shown = (language: FileLanguage) => (cell ? `${cell} → ${readIn(cell, language)}` : exampleIn(language));
  const languages = fileLanguages.map((language) => ({
    value: language,
    label: `${t(`import.written_in.${language}`)} — ${shown(language)}`,
  }));
  return (
    <>
      {cell && <Alert className="import-written" type="info" showIcon title={t('import.written_in.twice', { cell })} />}
      <div className="import-written">
        <label htmlFor="import-written-in">{t('import.written_in')}</label>
        <Choice<FileLanguage>
          id="import-written-in"
          allowClear
          placeholder={t('import.written_in.none')}
          value={value ?? null}
          disabled={disabled}
          options={languages}
          onChange={(language) => onChange(language ?? undefined)}
        />
      </div>
    </>
  );
}

/** Of a time, the day is read. */
const readIn = (cell: string, language: FileLanguage): string | undefined =>
  numberIn(cell, language) ?? dayIn(cell.split(/[ T]+/)[0] ?? '', language);

/** The first cell that languages read in two ways; none once a language is chosen. */
function doubtfulCell({ refused }: ImportReport): string | undefined {
  const line = refused.find(({ problems }) => problems.some(({ reason }) => doubts.includes(reason)));
  return line?.cells.find((cell) => new Set(fileLanguages.map((language) => readIn(cell.trim(), language))).size > 1);
}

const doubts = ['ambiguous_number', 'ambiguous_day'];
