import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface Props {
  /** The device that has come; none where nobody used the code. */
  readonly name?: string
  readonly onAgain?: () => void
  readonly onClose: () => void
}

/** How a pairing went. */
export function PairingEnd({ name, onAgain, onClose }: Props) {
  const { t } = useTranslation(['me', 'common'])
  const came = name !== undefined
  const Picture = came ? IconCheck : IconClock
  return (
    <Stack align="center" gap="md">
      <ThemeIcon size={64} radius="xl" variant="light" color={came ? 'teal' : 'gray'}>
        <Picture size={34} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Text role="status" fw={600} ta="center">
        {came ? t('pair.arrived', { name }) : t('pair.over')}
      </Text>
      {came && (
        <Text c="dimmed" ta="center">
          {t('pair.arrived_text')}
        </Text>
      )}
      <Group>
        {onAgain && (
          <Button variant="default" mih={40} onClick={onAgain}>
            {t('pair.again')}
          </Button>
        )}
        <Button mih={40} onClick={onClose} autoFocus>
          {t('common:act.done')}
        </Button>
      </Group>
    </Stack>
  )
}
