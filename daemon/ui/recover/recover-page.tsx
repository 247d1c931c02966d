import { Alert, Anchor, Box, Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { anonymous, usePresence } from '../api/session.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { absolute } from '../parts/moment.tsx'
import { Orb } from '../parts/orb.tsx'
import { SetPassword } from './set-password.tsx'
import { Ways } from './ways.tsx'

/** The ways back in; with a link, the page on which it is used. */
export function RecoverPage() {
  const { t } = useTranslation('recover')
  const { searchStr } = useLocation()
  const link = new URLSearchParams(searchStr).get('link')
  const presence = usePresence()
  return (
    <Center component="main" mih="100%" p="md">
      <Paper withBorder radius="lg" p={{ base: 'md', xs: 'xl' }} w="100%" maw={560}>
        <Stack gap="lg">
          <Group justify="space-between" wrap="nowrap">
            <Orb size={52} />
            <Box w={170}>
              <LanguageChoice />
            </Box>
          </Group>
          <Title order={1}>{t(link === null ? 'title' : 'link.title')}</Title>
          {link === null ? <Ways /> : <UseLink code={link} />}
          {presence.state === 'out' && (
            <Anchor component={Link} to="/talk" ta="center">
              {t('back')}
            </Anchor>
          )}
        </Stack>
      </Paper>
    </Center>
  )
}

/** A link that an admin made; whoever is signed in is asked first. */
function UseLink({ code }: { readonly code: string }) {
  const { t } = useTranslation('recover')
  const presence = usePresence()
  const navigate = useNavigate()
  const [anyway, setAnyway] = useState(false)
  if (presence.state !== 'in' || anyway) return <OpenLink code={code} />
  return (
    <Stack>
      <Text>{t('link.signed_in', { name: presence.member.full_name })}</Text>
      <Group justify="flex-end">
        <Button variant="default" mih={40} onClick={() => setAnyway(true)}>
          {t('link.use')}
        </Button>
        <Button mih={40} onClick={() => void navigate({ to: '/talk', replace: true })}>
          {t('link.stay')}
        </Button>
      </Group>
    </Stack>
  )
}

function OpenLink({ code }: { readonly code: string }) {
  const { t, i18n } = useTranslation('recover')
  const opened = useQuery({
    queryKey: ['links.open', code],
    queryFn: () => anonymous.call('links.open', { link_code: code }),
    staleTime: Infinity,
    retry: false,
  })
  if (opened.error)
    return (
      <Stack>
        <FailureAlert error={opened.error} />
        <Ways />
      </Stack>
    )
  return (
    <Loaded of={opened}>
      {({ full_name, username, expires_at }) => (
        <Stack>
          <Alert color="iris" variant="light" title={t('link.greeting', { name: full_name })}>
            {t('link.until', { until: absolute(expires_at, i18n.language) })}
          </Alert>
          <SetPassword
            username={username}
            ownWords={[username, full_name]}
            set={(new_password, options) =>
              anonymous.call('links.use', { link_code: code, new_password }, options)
            }
          />
        </Stack>
      )}
    </Loaded>
  )
}
