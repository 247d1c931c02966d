import { Anchor, Center, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../parts/feedback.tsx'

/** Shown where the address names no page. */
export function NoSuchPage() {
  const { t } = useTranslation()
  return (
    <Center p="xl">
      <Stack align="center">
        <Title order={1}>{t('error.not_found')}</Title>
        <Anchor component={Link} to="/talk">
          {t('error.home')}
        </Anchor>
      </Stack>
    </Center>
  )
}

/** Shown where a page failed to be shown. */
export function PageFailed({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  return (
    <Center p="xl">
      <Stack>
        <Title order={1}>{t('error.page')}</Title>
        <FailureAlert error={error} retry={() => location.reload()} />
      </Stack>
    </Center>
  )
}
