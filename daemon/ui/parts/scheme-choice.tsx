import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { schemes } from '../theme.ts'

/** Light, dark, or as the system is. */
export function SchemeChoice() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('scheme.label')}
      value={colorScheme}
      onChange={setColorScheme}
      data={schemes.map((value) => ({ value, label: t(`scheme.${value}`) }))}
    />
  )
}
