import { Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useOperation } from '../../api/operations.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { maxPage } from '../../parts/pages.ts'
import { RowList } from '../../parts/section.tsx'
import { Fingerprint } from '../../trust/trust-page.tsx'
import { Panel } from '../panel.tsx'

type Certificates = OutputOf<'certificates.list'>

/** The household's authority, the certificate of the daemon and those of devices, each with its end. */
export function CertificatesPanel() {
  const { t } = useTranslation('trust')
  const certificates = useOperation('certificates.list', maxPage)
  return (
    <Panel title={t('panel.title')} text={t('panel.text')}>
      <Loaded of={certificates}>
        {(certificates) =>
          certificates.authority ? (
            <Known of={certificates} authority={certificates.authority} />
          ) : (
            <Text c="dimmed">{t('panel.none')}</Text>
          )
        }
      </Loaded>
    </Panel>
  )
}

interface Props {
  readonly of: Certificates
  readonly authority: NonNullable<Certificates['authority']>
}

function Known({ of: { server, client_certificates, items }, authority }: Props) {
  const { t } = useTranslation('trust')
  return (
    <Stack>
      <Stack gap={4}>
        <Title order={4}>{t('panel.authority')}</Title>
        <Text size="sm">{authority.name}</Text>
        <Fingerprint value={authority.fingerprint} />
        <Until time={authority.expires_at} />
      </Stack>
      <Stack gap={4}>
        <Title order={4}>{t('panel.server')}</Title>
        {server ? (
          <>
            <Text size="sm">{t(server.local ? 'panel.signed_here' : 'panel.given')}</Text>
            <Until time={server.expires_at} />
            <Text size="sm">{t(`panel.${client_certificates}`)}</Text>
          </>
        ) : (
          <Text size="sm">{t('panel.plain')}</Text>
        )}
      </Stack>
      <Stack gap={4}>
        <Title order={4}>{t('panel.devices')}</Title>
        {items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('panel.no_devices')}
          </Text>
        ) : (
          <RowList label={t('panel.devices')}>
            {items.map(({ serial, device_name, expires_at }) => (
              <Group component="li" key={serial} justify="space-between" py="xs">
                <Text>{device_name ?? t('panel.unknown')}</Text>
                <Until time={expires_at} />
              </Group>
            ))}
          </RowList>
        )}
      </Stack>
    </Stack>
  )
}

function Until({ time }: { readonly time: string }) {
  const { t, i18n } = useTranslation('trust')
  const until = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(new Date(time))
  return (
    <Text size="sm" c="dimmed">
      {t('panel.until', { until })}
    </Text>
  )
}
