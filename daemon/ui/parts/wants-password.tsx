import { Button, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { signOut, useRestriction } from '../api/session.ts'
import { Section } from './section.tsx'

/** Stands where a restricted session may do nothing; from that of a PIN it leads to the password. */
export function WantsPassword() {
  const { t } = useTranslation()
  if (useRestriction() === 'read_only') return <Text>{t('failure.read_only')}</Text>
  return (
    <Section title={t('restricted.title')}>
      <Stack align="flex-start">
        <Text>{t('restricted.text')}</Text>
        <Button
          mih={40}
          leftSection={<IconLock size={18} aria-hidden />}
          onClick={() => void signOut('password')}
        >
          {t('restricted.sign_in')}
        </Button>
      </Stack>
    </Section>
  )
}
