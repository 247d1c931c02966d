import { Alert, Button, Center, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import type { InputOf, OutputOf } from '../../client/types.ts'
import { useAction, useOperation } from '../api/operations.ts'
import { useMember } from '../api/session.ts'
import { showFailure } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useTitle } from '../parts/window-title.ts'
import { useStepUp } from '../parts/step-up.tsx'
import { Notice } from '../quick/notice.tsx'
import { destinationOf } from './destination.ts'

type Authorization = OutputOf<'authorizations.get'>['authorization']
type Scope = InputOf<'authorizations.approve'>['scopes'][number]

/** Shows what a program asks the member for, by the address (`#/connect?authorization=…`) that it sent the browser to. */
export function ConnectPage() {
  const { t } = useTranslation('connect')
  const { authorization = '', problem } = useSearch({ strict: false })
  useTitle(t('title'))
  if (authorization === '') return <NothingAsked isKnown={problem !== 'invalid_client'} />
  return <Asked key={authorization} id={authorization} />
}

function NothingAsked({ isKnown }: { readonly isKnown: boolean }) {
  const { t } = useTranslation('connect')
  const which = isKnown ? 'nothing' : 'stranger'
  return <Notice icon={IconPlugConnectedX} title={t(`${which}.title`)} text={t(`${which}.text`)} />
}

function Asked({ id }: { readonly id: string }) {
  const { t } = useTranslation('connect')
  const [decided, setDecided] = useState(false)
  const asked = useOperation('authorizations.get', { id }, { enabled: !decided })
  if (decided) return <Notice icon={IconCheck} color="teal" title={t('done.title')} text={t('done.text')} />
  if (asked.error instanceof ApiError && asked.error.status === 404) return <NothingAsked isKnown />
  const go = (redirect_to: string) => {
    setDecided(true)
    location.assign(redirect_to)
  }
  return (
    <Center p="md" mih="100%">
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} w="100%" maw={560}>
        <Loaded of={asked}>{({ authorization }) => <Decision asked={authorization} onDecided={go} />}</Loaded>
      </Paper>
    </Center>
  )
}

interface Props {
  readonly asked: Authorization
  /** Told where the browser goes now. */
  readonly onDecided: (redirect_to: string) => void
}

/** Who asks, for what, and where that goes; the member takes away what the program need not have. */
function Decision({ asked, onDecided }: Props) {
  const { t } = useTranslation('connect')
  const { t: tScope } = useTranslation('me')
  const { full_name } = useMember()
  const { authorization_id: id, client_name, redirect_uri } = asked
  const name = client_name ?? t('nameless')
  const { kind, name: place } = destinationOf(redirect_uri)
  // What answers for the member is given only by somebody who thinks of it.
  const [scopes, setScopes] = useState<readonly Scope[]>(asked.scopes.filter((scope) => scope !== 'act'))
  const approve = useAction('authorizations.approve', ['keys.list'])
  const deny = useAction('authorizations.deny')
  const { run, dialog } = useStepUp()
  const allow = () =>
    run(async () => onDecided((await approve.mutateAsync({ id, scopes: [...scopes] })).redirect_to))
  const refuse = () =>
    void deny.mutateAsync({ id }).then(({ redirect_to }) => onDecided(redirect_to), showFailure)
  return (
    <Stack>
      <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
        {t('heading', { name })}
      </Title>
      <Text>{t('member', { member: full_name })}</Text>
      <Alert color={kind === 'host' ? 'red' : 'yellow'} variant="light">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t(`to.${kind}`, { place })} {t('unchecked')}
        </Text>
      </Alert>
      <Checkbox.Group
        label={tScope('keys.scopes')}
        value={[...scopes]}
        onChange={(chosen) => setScopes(asked.scopes.filter((scope) => chosen.includes(scope)))}
        error={scopes.length === 0 && tScope('keys.scopes_empty')}
      >
        <Stack gap="sm" mt="xs">
          {asked.scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={tScope(`scope.${scope}`)}
              description={tScope(`scope.${scope}_text`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="sm" c="dimmed">
        {t('never')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" mih={40} onClick={refuse} loading={deny.isPending}>
          {t('deny')}
        </Button>
        <Button mih={40} onClick={allow} loading={approve.isPending} disabled={scopes.length === 0}>
          {t('allow')}
        </Button>
      </Group>
      {dialog}
    </Stack>
  )
}
