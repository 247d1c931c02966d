import { Anchor, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Moment } from '../parts/moment.tsx'
import { wordOf } from './known-words.ts'
import classes from './mood.module.css'
import { weigh, type Weighed } from './weights.ts'

const colors = { lifts: 'teal', lowers: 'orange', moves: 'iris' } as const

const maxCauses = 6

/** What made the companion feel as it does, with how much each still has in it. */
export function Why() {
  const { t } = useTranslation('mood')
  const why = useOperation('emotion.why')
  return (
    <Stack component="section" aria-labelledby="why" gap="sm">
      <Title order={2} id="why">
        {t('why.title')}
      </Title>
      <Loaded of={why}>
        {({ entries }) => {
          const weighed = weigh(entries)
          const others = weighed.length - maxCauses
          if (weighed.length === 0) return <Text c="dimmed">{t('why.nothing')}</Text>
          return (
            <Card>
              <ul className={classes['causes']}>
                {weighed.slice(0, maxCauses).map((cause) => (
                  <CauseBar key={`${cause.entry.created_at} ${cause.entry.cause}`} {...cause} />
                ))}
              </ul>
              {others > 0 && (
                <Text size="sm" c="dimmed" mt="sm">
                  {t('why.others', { count: others })}
                </Text>
              )}
            </Card>
          )
        }}
      </Loaded>
    </Stack>
  )
}

/** One cause of the mood, with the part that it has. */
function CauseBar({ entry, part, effect }: Weighed) {
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
