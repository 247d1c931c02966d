import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAction, useOperation } from '../api/operations.ts'

/** How many are shown at once; the inbox has all. */
const shown = 3

/** What happened to the sign-in of the member and was not seen yet, on whatever page they come to. */
export function SignInNotices() {
  const { t } = useTranslation()
  const { data } = useOperation('interactions.list', {
    status: ['pending'],
    interaction_type: ['ack'],
    category: ['sign_in'],
    limit: 20,
  })
  const see = useAction('interactions.dismiss', ['interactions.list'])
  const notices = data?.items.filter(({ severity }) => severity === 'high').slice(0, shown) ?? []
  if (notices.length === 0) return null
  return (
    <Stack gap="xs" p="sm">
      {notices.map(({ interaction_id, title, prompt }) => (
        <Alert
          key={interaction_id}
          role="status"
          color="yellow"
          icon={<IconShieldExclamation aria-hidden />}
          title={title}
        >
          <Group justify="space-between" align="flex-end" gap="sm">
            <Text size="sm" flex="1 1 16rem">
              {prompt}
            </Text>
            <Button
              size="compact-md"
              variant="default"
              mih={40}
              loading={see.isPending && see.variables.interaction_id === interaction_id}
              onClick={() => see.mutate({ interaction_id })}
            >
              {t('notice.seen')}
            </Button>
          </Group>
        </Alert>
      ))}
    </Stack>
  )
}
