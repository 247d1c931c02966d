import { useTranslation } from 'react-i18next'
import { readRepeats, weekdayName } from './repeats.ts'

/** How often something repeats, in words, by its RRULE. */
export function useRepeatsText(): (rule: string) => string {
  const { t, i18n } = useTranslation('goals')
  return (rule) => {
    const { every, interval, days, time } = readRepeats(rule)
    if (every === 'own' || every === 'never') return t('repeats.custom')
    const often = t(`repeats.every_${every}`, { count: interval })
    const at = (text: string) => (time === '' ? text : t('repeats.at', { every: text, time }))
    if (days.length === 0) return at(often)
    const names = days.map((day) => weekdayName(day, i18n.language, days.length > 2 ? 'short' : 'long'))
    return at(t('repeats.on', { every: often, days: new Intl.ListFormat(i18n.language).format(names) }))
  }
}
