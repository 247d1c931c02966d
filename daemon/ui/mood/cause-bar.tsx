import { Anchor, Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Moment } from '../parts/moment.tsx'
import { wordOf } from './known-words.ts'
import type { Weighed } from './weights.ts'

const colors = { lifts: 'teal', lowers: 'orange', moves: 'iris' } as const

/** One cause of the mood, with the part that it has. */
export function CauseBar({ entry, part, effect }: Weighed) {
  const { t, i18n } = useTranslation('mood')
  const cause = wordOf(entry.cause, t)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(part)
  return (
    <li>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text fw={500}>{cause}</Text>
        <Text size="sm" c="dimmed">
          {t(`effect.${effect}`)} · {percent}
        </Text>
      </Group>
      <Progress value={part * 100} color={colors[effect]} aria-label={t('why.part', { cause })} />
      <Text size="xs" c="dimmed" mt={4}>
        <Moment at={entry.created_at} />
        {entry.message_uuid !== null && (
          <>
            {' · '}
            <Anchor size="xs" underline="always" href={`#/talk?message=${entry.message_uuid}`}>
              {t('why.message')}
            </Anchor>
          </>
        )}
      </Text>
    </li>
  )
}
