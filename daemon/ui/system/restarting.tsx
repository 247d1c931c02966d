import { Modal, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../api/events.ts'
import { queries } from '../api/operations.ts'
import { showDone } from '../parts/feedback.tsx'
import { Orb } from '../parts/orb.tsx'
import { type Restart, restartAfter } from './restart.ts'

/** Stands while the companion starts again; goes by itself once it is back. */
export function Restarting({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation('system')
  const { state } = useConnection()
  const [restart, see] = useReducer(restartAfter, 'stopping' satisfies Restart)
  const back = useEffectEvent(() => {
    showDone(t('restart.done'))
    void queries.invalidateQueries()
    onBack()
  })
  useEffect(() => see(state), [state])
  useEffect(() => {
    if (restart === 'back') back()
  }, [restart])
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} aria-label={t('restart.title')}>
      <Stack align="center" py="lg" role="status">
        <Orb size={72} />
        <Text fw={600}>{t('restart.title')}</Text>
        <Text c="dimmed" ta="center">
          {t('restart.text')}
        </Text>
      </Stack>
    </Modal>
  )
}
