import { Tooltip } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import {
  IconBell,
  IconCalendarDue,
  IconHelpCircle,
  IconRepeat,
  IconRobot,
  IconRotateClockwise2,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { absolute, Moment, relative } from '../parts/moment.tsx'
import type { Goal } from './goal.ts'
import classes from './goals.module.css'
import { dayAndTime, isReminder } from './reminder.ts'
import { readRepeats, weekdayName } from './repeats.ts'

const autonomySigns = { notify: IconBell, ask: IconHelpCircle, act: IconRobot }

/** When a goal is due, when the companion comes back to it, how often, and what it may do. */
export function GoalFacts({ goal }: { readonly goal: Goal }) {
  const { t, i18n } = useTranslation('goals')
  const repeatsText = useRepeatsText()
  const remindsText = useRemindsText()
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true })
  if (goal.status === 'completed' || goal.status === 'cancelled')
    return (
      <div className={classes['fact']}>
        <Moment at={goal.updated_at} />
      </div>
    )
  const words = (moment: string) => relative((Date.parse(moment) - now) / 1_000, i18n.language)
  const late = goal.due_at !== null && Date.parse(goal.due_at) < now
  const next = goal.status !== 'paused' && goal.next_run_at !== goal.due_at ? goal.next_run_at : null
  const reminds = next !== null && Date.parse(next) >= now && isReminder(goal)
  const NextSign = reminds ? IconBell : IconRotateClockwise2
  const AutonomySign = autonomySigns[goal.autonomy]
  return (
    <>
      {goal.due_at !== null && (
        <Tooltip label={absolute(goal.due_at, i18n.language)}>
          <div className={classes['fact']} data-late={late || undefined}>
            <IconCalendarDue size={16} stroke={1.7} aria-hidden />
            <time dateTime={goal.due_at}>
              {t(late ? 'due.past' : 'due.on', { moment: words(goal.due_at) })}
            </time>
          </div>
        </Tooltip>
      )}
      {next !== null && (
        <Tooltip label={absolute(next, i18n.language)}>
          <div className={classes['fact']}>
            <NextSign size={16} stroke={1.7} aria-hidden />
            <time dateTime={next}>
              {reminds ? remindsText(next, now) : t('run.next', { moment: words(next) })}
            </time>
          </div>
        </Tooltip>
      )}
      {goal.repeats !== null && (
        <div className={classes['fact']}>
          <IconRepeat size={16} stroke={1.7} aria-hidden />
          {repeatsText(goal.repeats)}
        </div>
      )}
      {!reminds && (goal.next_run_at !== null || goal.due_at !== null) && (
        <Tooltip label={t(`autonomy.${goal.autonomy}_text`)} multiline maw={240}>
          <div className={classes['fact']}>
            <AutonomySign size={16} stroke={1.7} aria-hidden />
            {t(`autonomy.${goal.autonomy}_does`)}
          </div>
        </Tooltip>
      )}
    </>
  )
}

/** When something reminds, in words, at the time it is now. */
function useRemindsText(): (moment: string, now: number) => string {
  const { t, i18n } = useTranslation('goals')
  return (moment, now) => {
    const { near, words } = dayAndTime(moment, new Date(now).toISOString(), i18n.language)
    return t(near ? 'run.reminds' : 'run.reminds_on', { moment: words })
  }
}

/** How often something repeats, in words, by its RRULE. */
function useRepeatsText(): (rule: string) => string {
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
