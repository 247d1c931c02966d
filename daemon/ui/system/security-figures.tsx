import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { LiveLoaded } from '../parts/loaded.tsx'
import { Figures } from './figures.tsx'
import { numberText } from './formats.ts'
import { Panel } from './panel.tsx'
import classes from './system.module.css'

const shown = [
  'sign_in_failed',
  'locked',
  'sign_in_refused',
  'registration_refused',
  'pairing_failed',
  'refresh_token_reused',
] as const

/** What went wrong in the last day, and since there is a household. */
export function SecurityFigures() {
  const { t, i18n } = useTranslation('system')
  const stats = useLive('security.stats')
  const number = (value: number) => numberText(value, i18n.language)
  return (
    <Panel title={t('security.title')} text={t('security.text')}>
      <LiveLoaded of={stats} lines={2}>
        {({ counts, live_sessions, locked, blocked_addresses }) => (
          <Figures
            of={{
              [t('security.live_sessions')]: number(live_sessions),
              [t('security.locked')]: number(locked),
              [t('security.blocked')]: number(blocked_addresses.length),
              ...Object.fromEntries(
                shown.map((event) => {
                  const { day, total } = counts[event] ?? { day: 0, total: 0 }
                  return [
                    t(`event.${event}`),
                    <>
                      {number(day)}{' '}
                      <span className={classes['total']}>
                        {t('security.total', { total: number(total) })}
                      </span>
                    </>,
                  ]
                }),
              ),
            }}
          />
        )}
      </LiveLoaded>
    </Panel>
  )
}
