import { Badge, Card, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Loaded } from '../parts/loaded.tsx'
import { wordOf } from './known-words.ts'
import classes from './mood.module.css'
import type { Expression, Nature } from './nature.ts'

const manners = ['warmth', 'humor', 'formality', 'energy', 'verbosity'] as const

/** How a companion of that nature would answer; the one before stays until the next is there. */
export function Preview({ traits, name }: Nature) {
  const { t } = useTranslation(['mood', 'common'])
  const [settled] = useDebouncedValue(
    JSON.stringify({ traits, companion_name: name.trim() || undefined }),
    120,
  )
  const preview = useOperation('conversation.preview', JSON.parse(settled) as object, { keep: true })
  return (
    <Card component="section" aria-labelledby="preview" className={classes['preview'] ?? ''}>
      <Stack>
        <Title order={2} id="preview">
          {t('common:preview.title')}
        </Title>
        <Loaded of={preview}>
          {({ samples, expression }) => (
            <>
              <Stack gap="sm" aria-live="polite">
                {samples.map(({ said, reply }) => (
                  <Stack key={said} gap={6}>
                    <Text className={classes['said'] ?? ''} lang="en">
                      {said}
                    </Text>
                    <Text className={classes['reply'] ?? ''} lang="en">
                      {reply}
                    </Text>
                  </Stack>
                ))}
              </Stack>
              <ExpressionBars expression={expression} />
            </>
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}

/** How a companion comes across: its tone in a word, its manners as bars. */
function ExpressionBars({ expression }: { readonly expression: Expression }) {
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
