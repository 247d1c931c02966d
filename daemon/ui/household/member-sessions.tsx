import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLogout } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction, useLive } from '../api/operations.ts'
import { SessionRow } from '../me/session-row.tsx'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { distinct } from '../parts/moment.tsx'
import { maxPage } from '../parts/pages.ts'
import { RowList } from '../parts/section.tsx'
import { dangerColor } from '../theme.ts'

export type Member = OutputOf<'members.list'>['items'][number]

/** Something that is asked or shown about a member, where a menu opens it. */
export interface MemberDialog {
  readonly member: Member
  readonly opened: boolean
  readonly onClose: () => void
}

/** Where a member is signed in, and how to end that. */
export function MemberSessions({ member }: { readonly member: Member }) {
  const { t } = useTranslation('household')
  const [opened, { open, close }] = useDisclosure()
  const [asking, question] = useDisclosure()
  const box = useRef<HTMLDivElement>(null)
  const title = t('members.sessions_of', { name: member.full_name })
  return (
    <>
      <Button variant="default" mih={40} onClick={open} aria-label={title}>
        {t('members.sessions')}
      </Button>
      <Modal opened={opened} onClose={close} title={title} size="lg" closeOnEscape={!asking}>
        <Box ref={box} tabIndex={-1} style={{ outline: 'none' }}>
          <LiveSessions
            member={member}
            title={title}
            asking={asking}
            question={question}
            onEnded={() => box.current?.focus()}
          />
        </Box>
      </Modal>
    </>
  )
}

interface Props {
  readonly member: Member
  readonly title: string
  /** Whether it is asked if all shall end. */
  readonly asking: boolean
  readonly question: { readonly open: () => void; readonly close: () => void }
  /** Called before the row of a session goes. */
  readonly onEnded: () => void
}

function LiveSessions(props: Props) {
  const { family_member_uuid } = props.member
  const sessions = useLive('sessions.list', { family_member_uuid, ...maxPage })
  return (
    <LiveLoaded of={sessions} lines={2}>
      {({ items }) => <Sessions {...props} items={items} />}
    </LiveLoaded>
  )
}

interface ListProps extends Props {
  readonly items: OutputOf<'sessions.list'>['items']
}

function Sessions({ member, title, items, asking, question, onEnded }: ListProps) {
  const { t, i18n } = useTranslation('household')
  const { family_member_uuid, full_name: name } = member
  const end = useAction('auth.revoke_tokens', ['sessions.list'])
  const revoke = (what: { session_uuid: string } | { family_member_uuid: string }) =>
    end.mutate(what, {
      onSuccess: () => {
        showDone(t('sessions.ended'))
        onEnded()
      },
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
            time={distinct(
              session.created_at,
              items.map(({ created_at }) => created_at),
              i18n.language,
            )}
            busy={end.isPending}
            onEnd={() => revoke({ session_uuid: session.session_uuid })}
          />
        ))}
      </RowList>
      {!items.some(({ current }) => current) && (
        <Group justify="flex-end">
          <Button variant="default" c={dangerColor} mih={40} onClick={question.open}>
            {t('sessions.end_all')}
          </Button>
          <ConfirmDialog
            opened={asking}
            onClose={question.close}
            title={t('sessions.end_all')}
            action={t('sessions.end_all')}
            danger
            onConfirm={() => revoke({ family_member_uuid })}
          >
            <Text>{t('sessions.end_all_text', { name })}</Text>
          </ConfirmDialog>
        </Group>
      )}
    </Stack>
  )
}
