import { Alert, Box, Button, Group, Text } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAction, useOperation } from '../api/operations.ts'

/** What happened to the sign-in of the member and was not seen yet, one after the other, on whatever page they come to. */
export function SignInNotices() {
  const { t } = useTranslation()
  const { data } = useOperation('interactions.list', {
    status: ['pending'],
    interaction_type: ['ack'],
    category: ['sign_in'],
    sort: 'severity',
    limit: 20,
  })
  const see = useAction('interactions.dismiss', ['interactions.list'])
  const [notice, ...more] = data?.items.filter(({ severity }) => severity === 'high') ?? []
  if (!notice) return null
  const { interaction_id, title, prompt } = notice
  return (
    <Box p="sm">
      <Alert role="status" color="yellow" icon={<IconShieldExclamation aria-hidden />} title={title}>
        <Group justify="space-between" align="flex-end" gap="sm">
          <Text size="sm" flex="1 1 16rem">
            {prompt}
          </Text>
          <Group gap="sm">
            {more.length > 0 && <Text size="sm">{t('notice.more', { count: more.length })}</Text>}
            <Button
              size="compact-md"
              variant="default"
              mih={40}
              loading={see.isPending}
              onClick={() => see.mutate({ interaction_id })}
            >
              {t('notice.seen')}
            </Button>
          </Group>
        </Group>
      </Alert>
    </Box>
  )
}
