import { Tabs } from 'antd';
import { languageFacts, languages } from '#core/i18n/languages.ts';
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
        label: languageFacts[language].name,
        children: (
          <RichText
            label={`${t('product.description')} ${languageFacts[language].name}`}
            value={value[language]}
            onChange={(html) => onChange?.({ ...value, [language]: html })}
          />
        ),
      }))}
    />
  );
}
