import { Card, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Reading } from '../parts/reading.tsx'
import { ExpressionBars } from './expression-bars.tsx'
import type { Nature } from './nature.ts'
import classes from './preview.module.css'

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
        <Reading of={preview}>
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
        </Reading>
      </Stack>
    </Card>
  )
}
