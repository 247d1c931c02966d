import { Alert, Button, Center, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconInfoCircle, IconMailPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { read, useAction, useLive } from '../api/operations.ts'
import { BigCode, Copy, QrCode } from '../parts/code.tsx'
import { showFailure } from '../parts/feedback.tsx'
import { absolute } from '../parts/moment.tsx'
import { maxPage } from '../parts/pages.ts'
import { invitationLink, isLocal, newestSince } from './joining.ts'

/** Makes an invitation and shows its code, this once. */
export function NewInvitation() {
  const { t } = useTranslation('household')
  const [opened, { open, close }] = useDisclosure()
  const [made, setMade] = useState<OutputOf<'invitations.create'> | null>(null)
  const create = useAction('invitations.create', ['invitations.list'])
  const invite = () =>
    create.mutate(
      {},
      {
        onSuccess: (invitation) => {
          setMade(invitation)
          open()
        },
        onError: showFailure,
      },
    )
  return (
    <>
      <Button
        mih={40}
        leftSection={<IconMailPlus size={18} aria-hidden />}
        onClick={invite}
        loading={create.isPending}
      >
        {t('invite.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('invite.open')}>
        {made && <InvitationCode invitation={made} onDone={close} />}
      </Modal>
    </>
  )
}

interface Props {
  readonly invitation: OutputOf<'invitations.create'>
  readonly onDone: () => void
}

/** The code of an invitation, to read out, to copy and to scan, until somebody has joined with it. */
function InvitationCode({ invitation, onDone }: Props) {
  const { t, i18n } = useTranslation(['household', 'common'])
  const { invitation_code, expires_at } = invitation
  const link = invitationLink(location.origin, invitation_code)
  const until = absolute(expires_at, i18n.language)
  const end = useEnd(invitation)
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A button that had the focus may just have gone.
    if (end) done.current?.focus()
  }, [end])
  return (
    <Stack>
      <Text role="status">
        {end === null && `${t('invite.code_text')} ${t('invite.expires', { until })}`}
        {end && (end.joined === null ? t('invite.over') : t('invite.joined', { name: end.joined }))}
      </Text>
      {!end && (
        <>
          <BigCode label={t('invite.code')} code={invitation_code} />
          <Text>{t('invite.link')}</Text>
          <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            {link}
          </Code>
          <Center>
            <QrCode value={link} title={t('invite.qr')} />
          </Center>
          {isLocal(location.origin) && (
            <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
              {t('invite.local')}
            </Alert>
          )}
        </>
      )}
      <Group justify="flex-end" gap="sm">
        {!end && <Copy value={invitation_code} label={t('invite.copy_code')} />}
        {!end && <Copy value={link} label={t('invite.copy_link')} />}
        <Button ref={done} mih={40} onClick={onDone} data-autofocus>
          {t('common:action.done')}
        </Button>
      </Group>
    </Stack>
  )
}

/** How an invitation ended; `joined` names who came with it, null where it was withdrawn or is too old. */
interface End {
  readonly joined: string | null
}

/** How an invitation ended; null while it can still be used. */
function useEnd({ invitation_uuid, created_at }: Props['invitation']): End | null {
  const { data } = useLive('invitations.list', maxPage)
  const [end, setEnd] = useState<End | null>(null)
  // What was told before the invitation was made does not have it yet.
  const [listed, setListed] = useState(false)
  const isOpen = data?.items.some((open) => open.invitation_uuid === invitation_uuid)
  if (isOpen && !listed) setListed(true)
  const isOver = listed && isOpen === false
  useEffect(() => {
    let current = true
    const finish = (joined: string | null) => {
      if (current) setEnd({ joined })
    }
    if (isOver)
      read('members.list', maxPage).then(
        ({ items }) => finish(newestSince(items, created_at)),
        () => finish(null),
      )
    return () => {
      current = false
    }
  }, [isOver, created_at])
  return end
}
