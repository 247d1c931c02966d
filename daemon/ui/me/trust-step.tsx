import { Center, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { QrCode } from '../parts/code.tsx'

/** Leads a phone to the page on which it learns to trust the certificates of the household, where it reaches them by TLS. */
export function TrustStep({ onToggle }: { readonly onToggle: (opened: boolean) => void }) {
  const { t } = useTranslation('trust')
  const { data } = useOperation('certificates.authority')
  if (!data?.authority || data.trust_url === null) return null
  return (
    <details onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <Text component="summary" size="sm">
        {t('step.open')}
      </Text>
      <Stack gap="xs" mt="xs">
        <Text size="sm" c="dimmed">
          {t('step.text')}
        </Text>
        <Center>
          <QrCode value={data.trust_url} title={t('step.qr')} />
        </Center>
        <Text size="sm" ta="center" style={{ wordBreak: 'break-all' }}>
          {data.trust_url}
        </Text>
      </Stack>
    </details>
  )
}
