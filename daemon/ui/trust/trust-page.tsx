import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Copy } from '../parts/code.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useTitle } from '../parts/window-title.ts'
import { Notice } from '../quick/notice.tsx'

/** What everybody may know of the authority; null where there is none. */
interface Authority {
  readonly name: string
  readonly fingerprint: string
}

const authority = {
  queryKey: ['certificates', 'ca'],
  queryFn: async (): Promise<{ authority: Authority | null }> => {
    const answer = await fetch('/certificates/ca.json')
    if (answer.status !== 404 && !answer.ok) throw new Error(`status ${answer.status}`)
    return { authority: answer.ok ? ((await answer.json()) as Authority) : null }
  },
} as const

const systems = [
  { system: 'apple', file: 'companion.mobileconfig' },
  { system: 'android', file: 'ca.crt' },
  { system: 'windows', file: 'ca.crt' },
  { system: 'other', file: 'ca.pem' },
] as const

/** How a device learns to trust the household's own certificates; for everybody, signed in or not. */
export function TrustPage() {
  const { t } = useTranslation('trust')
  useTitle(t('title'))
  const asked = useQuery(authority)
  return (
    <Center component="main" p="md" mih="100%">
      <Loaded of={asked}>
        {({ authority }) =>
          authority ? (
            <Steps of={authority} />
          ) : (
            <Notice icon={IconLock} title={t('none.title')} text={t('none.text')} />
          )
        }
      </Loaded>
    </Center>
  )
}

function Steps({ of: { name, fingerprint } }: { readonly of: Authority }) {
  const { t } = useTranslation('trust')
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} w="100%" maw={620}>
      <Stack gap="lg">
        <Stack gap={4}>
          <Title order={1}>{t('title')}</Title>
          <Text c="dimmed">{t('lead')}</Text>
        </Stack>
        <Stack gap="xs" align="flex-start">
          <Title order={2} size="h4">
            {t('check')}
          </Title>
          <Text size="sm">{t('check_text')}</Text>
          <Fingerprint value={fingerprint} />
          <Copy value={fingerprint} label={t('copy')} />
          <Text size="sm" c="dimmed">
            {t('called', { name })}
          </Text>
        </Stack>
        {systems.map(({ system, file }) => (
          <Stack key={system} gap="xs" align="flex-start">
            <Title order={2} size="h4">
              {t(`${system}.title`)}
            </Title>
            <Text size="sm">{t(`${system}.text`)}</Text>
            <Button
              component="a"
              href={`/certificates/${file}`}
              variant="default"
              mih={40}
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {t(`${system}.get`)}
            </Button>
          </Stack>
        ))}
        <Button component={Link} to="/talk" mih={40}>
          {t('go')}
        </Button>
      </Stack>
    </Paper>
  )
}

/** Eight of the bytes of a fingerprint, with a colon behind each but the last. */
const group = /(?:[^:]+(?::|$)){1,8}/g

/** A fingerprint to compare by eye: in groups that begin below each other, whole on any screen. */
export function Fingerprint({ value }: { readonly value: string }) {
  const { t } = useTranslation('trust')
  return (
    <Text size="sm" ff="monospace" role="group" aria-label={t('fingerprint')} maw="52ch">
      {value.match(group)?.map((bytes) => (
        <span key={bytes} style={{ display: 'inline-block' }}>
          {bytes}
        </span>
      ))}
    </Text>
  )
}
