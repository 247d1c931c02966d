import { Badge, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { wordOf } from './known-words.ts'
import type { Expression } from './nature.ts'

const manners = ['warmth', 'humor', 'formality', 'energy', 'verbosity'] as const

/** How a companion comes across: its tone in a word, its manners as bars. */
export function ExpressionBars({ expression }: { readonly expression: Expression }) {
  const { t } = useTranslation('mood')
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t('expression.tone')}
        </Text>
        <Badge variant="light" tt="none">
          {wordOf(expression.tone, t)}
        </Badge>
      </Group>
      <SimpleGrid cols={2} spacing="md" verticalSpacing="xs">
        {manners.map((manner) => (
          <Stack key={manner} gap={2}>
            <Text size="xs" c="dimmed">
              {t(`expression.${manner}`)}
            </Text>
            <Progress size="sm" value={expression[manner] * 100} aria-label={t(`expression.${manner}`)} />
          </Stack>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
