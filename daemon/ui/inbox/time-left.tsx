import { Group, Text, Tooltip } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { absolute } from '../parts/moment.tsx'
import classes from './inbox.module.css'
import { isShort, tickOf, timeLeftText } from './time-left-text.ts'

/** Counts down to a moment (ISO 8601). */
export function TimeLeft({ until }: { readonly until: string }) {
  const { t, i18n } = useTranslation('inbox')
  const [now, setNow] = useState(Date.now)
  const left = Date.parse(until) - now
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, tickOf(left)))
    return () => clearTimeout(timer)
  }, [left])
  const short = isShort(left)
  return (
    <Tooltip label={absolute(until, i18n.language)}>
      <Group
        gap={4}
        wrap="nowrap"
        role="timer"
        aria-live="off"
        {...(short ? { c: 'var(--mantine-color-red-light-color)' } : {})}
      >
        <IconHourglass size={16} stroke={1.7} aria-hidden />
        <Text size="sm" fw={short ? 650 : 400} className={classes['time'] ?? ''}>
          {left > 0 ? t('time.left', { time: timeLeftText(left, i18n.language) }) : t('time.none')}
        </Text>
      </Group>
    </Tooltip>
  )
}
