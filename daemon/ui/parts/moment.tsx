import { Tooltip } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../client/clock.ts'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago, or how soon, in words: `seconds` before (less than 0) or after now. */
export function relative(seconds: number, language: string): string {
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(seconds / size), unit)
}

/** Date and time in words. */
export function absolute(moment: string, language: string): string {
  return new Intl.DateTimeFormat(language, { ...clock, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  )
}

/** The same to the second. */
function toTheSecond(moment: string, language: string): string {
  return new Intl.DateTimeFormat(language, { ...clock, dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(moment),
  )
}

/** Date and time as what tells one of several from the others: to the second where one of them is of the same minute. */
export function distinct(moment: string, all: readonly string[], language: string): string {
  const words = absolute(moment, language)
  const same = all.filter((other) => absolute(other, language) === words)
  return same.length > 1 ? toTheSecond(moment, language) : words
}

/** A moment (ISO 8601) as how long ago it is, with the exact time at a glance; goes on by itself. */
export function Moment({ at }: { readonly at: string }) {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(Date.now)
  const [shownAt, setShownAt] = useState(at)
  // What has only just happened is not ahead.
  if (shownAt !== at) {
    setShownAt(at)
    setNow(Date.now())
  }
  useInterval(() => setNow(Date.now()), 15_000, { autoInvoke: true })
  return (
    <Tooltip label={absolute(at, i18n.language)}>
      <time dateTime={at}>{relative((Date.parse(at) - now) / 1_000, i18n.language)}</time>
    </Tooltip>
  )
}
