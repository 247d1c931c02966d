import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/operations.ts'
import { FailureAlert } from '../../parts/feedback.tsx'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Figures } from '../figures.tsx'
import { numberText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'
import { AuditLog } from './audit-log.tsx'
import { BlockedAddresses } from './blocked-addresses.tsx'
import { CertificatesPanel } from './certificates.tsx'
import { HomePasskeys } from './home-passkeys.tsx'
import { verifyAudit } from './seen-head.ts'

const shownEvents = [
  'sign_in_failed',
  'locked',
  'sign_in_refused',
  'registration_refused',
  'pairing_failed',
  'refresh_token_reused',
] as const

/** Who tried what, and who is kept out. */
export function Security() {
  return (
    <Stack>
      <SecurityFigures />
      <BlockedAddresses />
      <CertificatesPanel />
      <Suspense>
        <HomePasskeys />
      </Suspense>
      <AuditVerdict />
      <AuditLog />
    </Stack>
  )
}

/** Finds out whether anybody has changed the audit log. */
function AuditVerdict() {
  const { t } = useTranslation('system')
  const { mutate, ...verify } = useMutation({ mutationFn: verifyAudit })
  const verdict = verify.data
  // Nobody else can find out what this browser knows.
  useEffect(() => mutate(), [mutate])
  return (
    <Panel
      title={t('verify.title')}
      text={t('verify.text')}
      actions={
        <Button variant="default" loading={verify.isPending} onClick={() => mutate()}>
          {t('verify.act')}
        </Button>
      }
    >
      <div aria-live="polite" className={classes['live']}>
        {verify.error && <FailureAlert error={verify.error} />}
        {verdict?.seen === false && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {t('verify.set_back')}
          </Alert>
        )}
        {verdict?.intact && verdict.seen !== false && (
          <Alert color="teal" icon={<IconCheck aria-hidden />}>
            {t('verify.whole', { count: verdict.rows })}
          </Alert>
        )}
        {verdict && !verdict.intact && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {t(verdict.problem === 'missing' ? 'verify.missing' : 'verify.changed', {
              seq: verdict.seq ?? '?',
            })}
          </Alert>
        )}
      </div>
    </Panel>
  )
}

/** What went wrong in the last day, and since there is a household. */
function SecurityFigures() {
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
                shownEvents.map((event) => {
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
