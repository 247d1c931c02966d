import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { read } from '../api/operations.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { Panel } from './panel.tsx'
import classes from './system.module.css'

/** Finds out whether anybody has changed the audit log. */
export function AuditVerdict() {
  const { t } = useTranslation('system')
  const verify = useMutation({ mutationFn: () => read('audit.verify', {}) })
  const verdict = verify.data
  return (
    <Panel
      title={t('verify.title')}
      text={t('verify.text')}
      actions={
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          {t('verify.act')}
        </Button>
      }
    >
      <div aria-live="polite" className={classes['live']}>
        {verify.error && <FailureAlert error={verify.error} />}
        {verdict?.intact && (
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
