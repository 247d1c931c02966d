import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, type Language, languages } from '../catalogue/language.ts'

/** The language of the pages, on this machine. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('language.label')}
      value={i18n.language.slice(0, 2)}
      onChange={(language) => void chooseLanguage(language as Language)}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
    />
  )
}
