import { Card, Group, SegmentedControl, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { MoodTable } from './mood-table.tsx'
import { pointsOf } from './points.ts'
import { type Range, ranges, wantedOf } from './range.ts'
import { lazyPart } from '../parts/lazy-part.ts'

const MoodChart = lazyPart(async () => (await import('./mood-chart.tsx')).MoodChart)

/** How the companion has felt, as a chart or as a table. */
export function MoodOverTime() {
  const { t } = useTranslation('mood')
  const [range, setRange] = useState<Range>('today')
  const [asTable, setAsTable] = useState(false)
  const history = useOperation('emotion.history', wantedOf(range, Date.now()), { keep: true })
  return (
    <Stack component="section" aria-labelledby="over-time" gap="sm">
      <Group justify="space-between">
        <Title order={2} id="over-time">
          {t('time.title')}
        </Title>
        <SegmentedControl
          aria-label={t('time.range')}
          value={range}
          onChange={setRange}
          data={ranges.map((value) => ({ value, label: t(`time.${value}`) }))}
        />
      </Group>
      <Loaded of={history}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty icon={IconMoodSmile} title={t('time.nothing')} text={t('time.nothing_text')} />
          ) : (
            <Card>
              <Group justify="space-between" mb="sm">
                <Text size="sm" c="dimmed">
                  {total > items.length ? t('time.newest', { count: items.length }) : t(`time.${range}_text`)}
                </Text>
                <Switch
                  label={t('time.as_table')}
                  checked={asTable}
                  onChange={(event) => setAsTable(event.currentTarget.checked)}
                />
              </Group>
              {asTable ? (
                <MoodTable points={pointsOf(items)} range={range} />
              ) : (
                <Suspense fallback={<Skeleton height={300} />}>
                  <MoodChart points={pointsOf(items)} range={range} />
                </Suspense>
              )}
            </Card>
          )
        }
      </Loaded>
    </Stack>
  )
}
