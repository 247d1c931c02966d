import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { timeIn, timeZones } from './time-zones.ts'

interface Props {
  /** An IANA name; null for that of the companion's machine. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Where the member is, as far as the clock goes. */
export function TimeZoneChoice({ value, onChange }: Props) {
  const { t, i18n } = useTranslation('me')
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const time = value === null ? '' : timeIn(value, new Date(), i18n.language)
  return (
    <Select
      label={t('preferences.zone')}
      description={time === '' ? t('preferences.zone_text') : t('preferences.zone_time', { time })}
      placeholder={t('preferences.zone_none')}
      data={timeZones(own, Intl.supportedValuesOf('timeZone'))}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('preferences.zone_clear') }}
      limit={60}
      nothingFoundMessage={t('preferences.zone_unknown')}
      maw={420}
    />
  )
}
