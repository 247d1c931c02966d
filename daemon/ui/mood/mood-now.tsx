import { Card, Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Orb } from '../parts/orb.tsx'
import { Reading } from '../parts/reading.tsx'

/** How strong a feeling is in words, by its intensity from 0 to 1. */
const strengthOf = (intensity: number) =>
  intensity < 0.15 ? 'strength.barely' : intensity < 0.4 ? 'strength.somewhat' : 'strength.strongly'

/** How the companion feels now. */
export function MoodNow() {
  const { t } = useTranslation(['mood', 'emotions'])
  const mood = useOperation('emotion.current')
  const name = useOperation('personality.current').data?.companion_name
  return (
    <Reading of={mood}>
      {(state) => (
        <Card padding="xl">
          <Group gap="xl" wrap="nowrap">
            <Orb size={104} mood={state} />
            <Stack gap={6} flex={1} miw={0} aria-live="polite">
              <Text c="dimmed">{name ? t('now.of', { name }) : t('now.title')}</Text>
              <Text fz="1.9rem" fw={650} lh={1.15} style={{ overflowWrap: 'anywhere' }}>
                {t(`emotions:${state.emotion}`)}
              </Text>
              <Text size="sm" c="dimmed">
                {t(strengthOf(state.intensity))}
              </Text>
              <Progress value={state.intensity * 100} size="sm" maw={260} aria-label={t('now.intensity')} />
            </Stack>
          </Group>
        </Card>
      )}
    </Reading>
  )
}
