import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAct, useLive } from '../api/operations.ts'
import { longest } from '../me/longest.ts'
import { RowList } from '../me/row-list.tsx'
import { SessionRow } from '../me/session-row.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { showDone, showFailure } from '../parts/failure.tsx'
import { Told } from '../parts/told.tsx'
import type { Member } from './member-row.tsx'

/** Where a member is signed in, and how to end that. */
export function MemberSessions({ member }: { readonly member: Member }) {
  const { t } = useTranslation('household')
  const [opened, { open, close }] = useDisclosure()
  const title = t('members.sessions_of', { name: member.full_name })
  return (
    <>
      <Button variant="default" mih={40} onClick={open} aria-label={title}>
        {t('members.sessions')}
      </Button>
      <Modal opened={opened} onClose={close} title={title} size="lg">
        <LiveSessions member={member} title={title} />
      </Modal>
    </>
  )
}

function LiveSessions({ member, title }: Pick<Props, 'member' | 'title'>) {
  const { family_member_uuid } = member
  const sessions = useLive('sessions.list', { family_member_uuid, ...longest })
  return (
    <Told of={sessions} lines={2}>
      {({ items }) => <Sessions member={member} title={title} items={items} />}
    </Told>
  )
}

interface Props {
  readonly member: Member
  readonly title: string
  readonly items: OutputOf<'sessions.list'>['items']
}

function Sessions({ member, title, items }: Props) {
  const { t } = useTranslation('household')
  const { family_member_uuid, full_name: name } = member
  const end = useAct('auth.revoke_tokens', ['sessions.list'])
  const revoke = (what: { session_uuid: string } | { family_member_uuid: string }) =>
    end.mutate(what, {
      onSuccess: () => showDone(t('sessions.ended')),
      onError: showFailure,
    })
  if (items.length === 0)
    return <Empty icon={IconLogout} title={t('sessions.none')} text={t('sessions.none_text', { name })} />
  return (
    <Stack>
      <RowList label={title}>
        {items.map((session) => (
          <SessionRow
            key={session.session_uuid}
            session={session}
            busy={end.isPending}
            onEnd={() => revoke({ session_uuid: session.session_uuid })}
          />
        ))}
      </RowList>
      {!items.some(({ current }) => current) && (
        <Group justify="flex-end">
          <Confirm
            title={t('sessions.end_all')}
            act={t('sessions.end_all')}
            onConfirm={() => revoke({ family_member_uuid })}
            target={(open) => (
              <Button
                variant="default"
                c="light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))"
                mih={40}
                onClick={open}
              >
                {t('sessions.end_all')}
              </Button>
            )}
          >
            <Text>{t('sessions.end_all_text', { name })}</Text>
          </Confirm>
        </Group>
      )}
    </Stack>
  )
}
