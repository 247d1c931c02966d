import { Alert, Button, Center, Checkbox, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction } from '../api/operations.ts'
import { Copy, QrCode } from '../parts/code.tsx'
import { absolute } from '../parts/moment.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { isLocal } from './joining.ts'
import type { Member, MemberDialog } from './member-sessions.tsx'

type Made = OutputOf<'links.create'>

/** Makes a link with which a member gets back in, and shows it, this once. */
export function MakeSignInLink({ member, opened, onClose }: MemberDialog) {
  const { t } = useTranslation('recover')
  const { run, dialog, asking } = useStepUp()
  const title = t('make.open_for', { name: member.full_name })
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={title} closeOnEscape={!asking}>
        <SignInLink member={member} run={run} onDone={onClose} />
      </Modal>
      {dialog}
    </>
  )
}

interface Props {
  readonly member: Member
  /** Does what wants a recent sign-in. */
  readonly run: (act: () => Promise<unknown>) => void
  readonly onDone: () => void
}

/** What is in the dialog: it comes and goes with it, and with it the link. */
function SignInLink({ member, run, onDone }: Props) {
  const { t } = useTranslation(['recover', 'common'])
  const [made, setMade] = useState<Made | null>(null)
  const [without, setWithout] = useState(false)
  const create = useAction('links.create', ['links.list'])
  const { family_member_uuid, full_name: name } = member
  if (made) return <MadeLink made={made} name={name} onDone={onDone} />
  const make = async () =>
    setMade(await create.mutateAsync({ family_member_uuid, without_second_factor: without }))
  return (
    <Stack>
      <Text>{t('make.text', { name })}</Text>
      <Checkbox
        label={t('make.no_factor')}
        description={t('make.no_factor_text', { name })}
        checked={without}
        onChange={(event) => setWithout(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button variant="default" mih={40} onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
        <Button mih={40} loading={create.isPending} onClick={() => run(make)} data-autofocus>
          {t('make.submit')}
        </Button>
      </Group>
    </Stack>
  )
}

interface MadeLinkProps extends Pick<Props, 'onDone'> {
  readonly made: Made
  readonly name: string
}

function MadeLink({ made: { link_code, expires_at }, name, onDone }: MadeLinkProps) {
  const { t, i18n } = useTranslation(['recover', 'common'])
  // Where the admin reaches the daemon, which is not where it is by its own account.
  const link = `${location.origin}/#/recover?${new URLSearchParams({ link: link_code }).toString()}`
  return (
    <Stack>
      <Text role="status">{t('make.made', { name, until: absolute(expires_at, i18n.language) })}</Text>
      <Code
        block
        role="group"
        aria-label={t('make.link')}
        style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
      >
        {link}
      </Code>
      <Center>
        <QrCode value={link} title={t('make.qr')} />
      </Center>
      {isLocal(location.origin) && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
          {t('make.local')}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Copy value={link} label={t('make.copy')} />
        <Button mih={40} onClick={onDone} data-autofocus>
          {t('common:action.done')}
        </Button>
      </Group>
    </Stack>
  )
}
