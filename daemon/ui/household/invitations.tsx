import { Group, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction, useLive } from '../api/operations.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { distinct, Moment } from '../parts/moment.tsx'
import { maxPage } from '../parts/pages.ts'
import { RowList, Section } from '../parts/section.tsx'

/** The invitations that somebody may still use. */
export function Invitations() {
  const { t, i18n } = useTranslation('household')
  const box = useRef<HTMLElement>(null)
  const invitations = useLive('invitations.list', maxPage)
  const { data: members } = useLive('members.list', maxPage)
  const withdraw = useAction('invitations.withdraw', ['invitations.list'])
  const take = (id: string) =>
    withdraw.mutate(
      { id },
      {
        onSuccess: () => {
          showDone(t('invite.withdrawn'))
          box.current?.focus()
        },
        onError: showFailure,
      },
    )
  const nameOf = (actor: string) =>
    members
      ? (members.items.find(({ family_member_uuid }) => actor === `user:${family_member_uuid}`)?.full_name ??
        t('invite.program'))
      : '…'
  return (
    <Section ref={box} title={t('invite.title')} lead={t('invite.lead')}>
      <LiveLoaded of={invitations} lines={1}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={IconMail} title={t('invite.none')} text={t('invite.none_text')} />
          ) : (
            <RowList label={t('invite.title')}>
              {items.map((invitation) => (
                <InvitationRow
                  key={invitation.invitation_uuid}
                  invitation={invitation}
                  from={nameOf(invitation.created_by)}
                  time={distinct(
                    invitation.created_at,
                    items.map(({ created_at }) => created_at),
                    i18n.language,
                  )}
                  onWithdraw={() => take(invitation.invitation_uuid)}
                />
              ))}
            </RowList>
          )
        }
      </LiveLoaded>
    </Section>
  )
}

interface Props {
  readonly invitation: OutputOf<'invitations.list'>['items'][number]
  /** Who invites. */
  readonly from: string
  /** When it was made, as no other was. */
  readonly time: string
  readonly onWithdraw: () => void
}

/** An invitation that is open, and how to take it back. */
function InvitationRow({ invitation: { created_at, expires_at }, from, time, onWithdraw }: Props) {
  const { t } = useTranslation('household')
  return (
    <Group component="li" wrap="nowrap" justify="space-between" py="xs">
      <Stack gap={2} miw={0}>
        <Text fw={600}>{t('invite.from', { name: from })}</Text>
        <Text size="sm" c="dimmed">
          {t('invite.made')} <Moment at={created_at} /> · {t('invite.ends')} <Moment at={expires_at} />
        </Text>
      </Stack>
      <ConfirmButton
        title={t('invite.withdraw_title')}
        action={t('invite.withdraw')}
        onConfirm={onWithdraw}
        label={t('invite.withdraw_of', { time })}
      >
        <Text>{t('invite.withdraw_text')}</Text>
      </ConfirmButton>
    </Group>
  )
}
