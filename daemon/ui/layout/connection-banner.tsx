import { Alert, Button, Group } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reconnect, useConnection } from '../api/events.ts'

/** How long a connection may be lost before anybody needs to know, in milliseconds. */
const patience = 700

/** Says that the companion cannot be reached, for as long as that is so. */
export function ConnectionBanner() {
  return useConnection().state !== 'connected' && <Lost />
}

function Lost() {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <Alert role="status" color="yellow" radius={0} icon={<IconPlugConnectedX />} py="xs">
      <Group justify="space-between">
        {t('connection.lost')}
        <Button size="compact-sm" variant="default" onClick={reconnect}>
          {t('connection.now')}
        </Button>
      </Group>
    </Alert>
  )
}
