import { Alert, Button, Group, Text } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'

/** Tells that the companion has asked which of two memories holds: that is answered in the inbox. */
export function Contradictions() {
  const { t } = useTranslation('memories')
  const asked = useOperation('interactions.list', { status: ['pending'], category: ['memory'], limit: 1 })
  const count = asked.data?.total ?? 0
  if (count === 0) return null
  return (
    <Alert variant="light" icon={<IconMessageQuestion aria-hidden />}>
      <Group justify="space-between">
        <Text size="sm">{t('checkup.contradictions', { count })}</Text>
        <Button component={Link} to="/inbox" variant="default" size="sm">
          {t('checkup.to_inbox')}
        </Button>
      </Group>
    </Alert>
  )
}
