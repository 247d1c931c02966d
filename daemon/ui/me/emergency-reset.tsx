import { Button, Group, List, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { ResetForm } from './reset-form.tsx'
import { Section } from './section.tsx'

const kinds = ['messages', 'memories', 'goals', 'interactions', 'nature', 'devices', 'backups'] as const

/** Has everything that the companion holds of the member deleted. */
export function EmergencyReset() {
  const { t } = useTranslation('me')
  const [opened, { open, close }] = useDisclosure()
  return (
    <Section title={t('reset.title')} lead={t('reset.lead')}>
      <List spacing={4}>
        {kinds.map((kind) => (
          <List.Item key={kind}>{t(`reset.${kind}`)}</List.Item>
        ))}
      </List>
      <Text>{t('reset.stays')}</Text>
      <Group>
        <Button
          variant="default"
          c="light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))"
          mih={40}
          onClick={open}
        >
          {t('reset.open')}
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title={t('reset.title')}>
        <ResetForm onCancel={close} />
      </Modal>
    </Section>
  )
}
