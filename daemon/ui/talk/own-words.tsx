import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { timeOf } from './day.ts'
import classes from './message.module.css'
import type { Outgoing } from './outgoing.ts'

interface Props {
  readonly text: string
  /** When it was said; none where it is still on its way. */
  readonly at?: string
  /** How far it is on its way. */
  readonly state?: Outgoing['state']
  /** What stands below it. */
  readonly children?: React.ReactNode
}

/** What the member has said. */
export function OwnWords({ text, at, state, children }: Props) {
  const { t, i18n } = useTranslation('talk')
  return (
    <div className={classes['own']}>
      <div className={classes['bubble']} data-waiting={at === undefined || undefined}>
        <VisuallyHidden>{t('you')}: </VisuallyHidden>
        <p className={classes['words']}>{text}</p>
      </div>
      <div className={classes['foot']}>
        {at !== undefined && <time dateTime={at}>{timeOf(at, i18n.language)}</time>}
        {state === 'waiting' && t('outgoing.waiting')}
        {state === 'sending' && t('outgoing.sending')}
      </div>
      {children}
    </div>
  )
}
