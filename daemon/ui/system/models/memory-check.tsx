import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { read, useAction } from '../../api/operations.ts'
import { FailureAlert } from '../../parts/feedback.tsx'
import { Figures } from '../figures.tsx'
import { numberText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'

type Check = OutputOf<'memory.check'>

/** Finds out whether everything that was remembered can be found, and mends it. */
export function MemoryCheck() {
  const { t } = useTranslation('system')
  const check = useMutation({ mutationFn: () => read('memory.check', {}) })
  const repair = useAction('memory.repair')
  const report = repair.data?.after ?? check.data
  const error = repair.error ?? check.error
  return (
    <Panel
      title={t('check.title')}
      text={t('check.text')}
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            loading={check.isPending}
            onClick={() => {
              repair.reset()
              check.mutate()
            }}
          >
            {t('check.act')}
          </Button>
          {check.data && !report?.whole && (
            <Button loading={repair.isPending} onClick={() => repair.mutate({})}>
              {t('check.repair')}
            </Button>
          )}
        </Group>
      }
    >
      <div aria-live="polite" className={classes['live']}>
        {error && <FailureAlert error={error} />}
        {report && <Result check={report} repaired={repair.data !== undefined} />}
      </div>
    </Panel>
  )
}

function Result({ check, repaired }: { readonly check: Check; readonly repaired: boolean }) {
  const { t, i18n } = useTranslation('system')
  const number = (value: number) => numberText(value, i18n.language)
  return (
    <Stack>
      <Alert
        color={check.whole ? 'teal' : 'yellow'}
        icon={check.whole ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      >
        {check.whole
          ? t(repaired ? 'check.repaired' : 'check.whole', { count: check.memories })
          : t('check.broken')}
      </Alert>
      {!check.whole && (
        <Figures
          of={{
            [t('check.without_vector')]: number(check.without_vector),
            [t('check.vectors_of_nothing')]: number(check.vectors_of_nothing),
            [t('check.circles')]: number(check.circles),
          }}
        />
      )}
    </Stack>
  )
}
