import { Tabs } from 'antd';
import { languageNames, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { RichText } from '#ui/richtext/RichText.tsx';

type Description = Readonly<Record<string, string>>;

/** Input for the product description for consumers, one text per language. */
export function DescriptionInput({
  value = {},
  onChange,
}: {
  value?: Description;
  onChange?: (value: Description) => void;
}) {
  const { t } = useTranslation();
  return (
    <Tabs
      items={languages.map((language) => ({
        key: language,
        label: languageNames[language],
        children: (
          <RichText
            label={`${t('product.description')} ${languageNames[language]}`}
            value={value[language]}
            onChange={(html) => onChange?.({ ...value, [language]: html })}
          />
        ),
      }))}
    />
  );
}
