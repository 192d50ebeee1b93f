import { TranslationOutlined } from '@ant-design/icons';
import { type Language, languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { switchLanguage } from '#core/preferences/switchLanguage.ts';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <MenuDropdown
      trigger={['click']}
      menu={{
        items: languages.map((key) => ({
          key,
          label: <span lang={languageFacts[key].tag}>{languageFacts[key].name}</span>,
          disabled: key === i18n.language,
        })),
        onClick: ({ key }) => void switchLanguage(key as Language),
      }}
    >
      <button type="button" className="navbar-button" aria-label={t('language.choose')} title={t('language.choose')}>
        <TranslationOutlined />
      </button>
    </MenuDropdown>
  );
}
