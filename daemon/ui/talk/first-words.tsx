import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMember } from '../api/session.ts'
import { Orb } from '../parts/orb.tsx'

const words = ['first.one', 'first.two', 'first.three'] as const

/** Stands where nothing was said yet, with things one could say. */
export function FirstWords({
  name,
  local,
  onChoose,
}: {
  readonly name: string
  /** Whether the replies are written by the companion itself. */
  readonly local: boolean
  readonly onChoose: (text: string) => void
}) {
  const { t } = useTranslation('talk')
  const [first] = useMember().full_name.split(' ')
  return (
    <Center flex={1} p="md">
      <Stack align="center" maw={440} gap="md">
        <Orb size={88} />
        <Title order={2} ta="center">
          {t('first.title', { member: first })}
        </Title>
        <Text c="dimmed" ta="center">
          {t('first.text', { name })} {local && t('first.local')}
        </Text>
        <Stack gap="xs" w="100%">
          {words.map((key) => (
            <Button
              key={key}
              variant="default"
              radius="xl"
              h="auto"
              mih={44}
              py={8}
              fw={500}
              styles={{ label: { whiteSpace: 'normal', lineHeight: 1.35 } }}
              onClick={() => onChoose(t(key))}
            >
              {t(key)}
            </Button>
          ))}
        </Stack>
      </Stack>
    </Center>
  )
}
