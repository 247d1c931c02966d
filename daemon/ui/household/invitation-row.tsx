import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Moment } from '../parts/moment.tsx'

interface Props {
  readonly invitation: OutputOf<'invitations.list'>['items'][number]
  /** Who invites. */
  readonly from: string
  readonly onWithdraw: () => void
}

/** An invitation that is open, and how to take it back. */
export function InvitationRow({ invitation: { created_at, expires_at }, from, onWithdraw }: Props) {
  const { t } = useTranslation('household')
  return (
    <Group component="li" wrap="nowrap" justify="space-between" py="xs">
      <Stack gap={2} miw={0}>
        <Text fw={600}>{t('invite.from', { name: from })}</Text>
        <Text size="sm" c="dimmed">
          {t('invite.made')} <Moment at={created_at} /> · {t('invite.ends')} <Moment at={expires_at} />
        </Text>
      </Stack>
      <Confirm
        title={t('invite.withdraw_title')}
        act={t('invite.withdraw')}
        onConfirm={onWithdraw}
        target={(open) => (
          <Button variant="default" mih={40} flex="none" onClick={open}>
            {t('invite.withdraw')}
          </Button>
        )}
      >
        <Text>{t('invite.withdraw_text')}</Text>
      </Confirm>
    </Group>
  )
}
