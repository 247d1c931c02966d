import { Card, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Reading } from '../parts/reading.tsx'
import { CauseBar } from './cause-bar.tsx'
import { weigh } from './weights.ts'
import classes from './why.module.css'

/** So many causes are named. */
const most = 6

/** What made the companion feel as it does, with how much each still has in it. */
export function Why() {
  const { t } = useTranslation('mood')
  const why = useOperation('emotion.why')
  return (
    <Stack component="section" aria-labelledby="why" gap="sm">
      <Title order={2} id="why">
        {t('why.title')}
      </Title>
      <Reading of={why}>
        {({ entries }) => {
          const weighed = weigh(entries)
          const others = weighed.length - most
          if (weighed.length === 0) return <Text c="dimmed">{t('why.nothing')}</Text>
          return (
            <Card>
              <ul className={classes['causes']}>
                {weighed.slice(0, most).map((cause) => (
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
      </Reading>
    </Stack>
  )
}
