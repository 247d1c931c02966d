import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Copy } from '../parts/code.tsx'

interface Props {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** The backup codes, the one time that they can be seen: to copy, to print, to write down. */
export function BackupCodes({ codes, onClose }: Props) {
  const { t } = useTranslation(['factors', 'common'])
  return (
    <Stack>
      <Text>{t('codes.text')}</Text>
      <SimpleGrid
        component="ul"
        cols={2}
        spacing="xs"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label={t('codes.title')}
      >
        {codes.map((code) => (
          <Text key={code} component="li" ff="monospace" ta="center">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Alert color="yellow">{t('codes.once')}</Alert>
      <Group justify="flex-end">
        <Button
          variant="default"
          mih={40}
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => globalThis.print()}
        >
          {t('codes.print')}
        </Button>
        <Copy value={codes.join('\n')} label={t('codes.copy')} />
        <Button mih={40} onClick={onClose}>
          {t('common:action.done')}
        </Button>
      </Group>
    </Stack>
  )
}
