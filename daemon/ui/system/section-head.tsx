import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SectionId } from './sections.ts'

/** What a section is called and what it is for. */
export function SectionHead({ id }: { readonly id: SectionId }) {
  const { t } = useTranslation('system')
  return (
    <Stack gap={2}>
      <Title order={2} id="section">
        {t(`section.${id}`)}
      </Title>
      <Text c="dimmed">{t(`lead.${id}`)}</Text>
    </Stack>
  )
}
