import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh, IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { Reading } from '../parts/reading.tsx'
import { Contradictions } from './contradictions.tsx'
import { DuplicateGroup } from './duplicate-group.tsx'
import { UnusedMemories } from './unused-memories.tsx'

/** What may be of no use any more, or is there more than once; what becomes of it, the member says. */
export function Checkup() {
  const { t, i18n } = useTranslation('memories')
  const checkup = useOperation('memory.checkup')
  return (
    <Stack gap="xl">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text c="dimmed" maw={560}>
          {t('checkup.lead')}
        </Text>
        <Button
          variant="default"
          flex="none"
          h={40}
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={checkup.isFetching}
          onClick={() => void checkup.refetch()}
        >
          {t('checkup.again')}
        </Button>
      </Group>
      <Contradictions />
      <Reading of={checkup}>
        {({ checked, duplicates, never_used, stale, totals }) => (
          <>
            {totals.duplicates + totals.never_used + totals.stale === 0 && (
              <Empty icon={IconSparkles} title={t('checkup.fine')} text={t('checkup.fine_text')} />
            )}
            {duplicates.length > 0 && (
              <Stack component="section" aria-labelledby="duplicates">
                <Title order={2} id="duplicates">
                  {t('checkup.duplicates', { count: totals.duplicates })}
                </Title>
                {duplicates.map(({ memories }) => (
                  <DuplicateGroup
                    key={memories.map(({ memory_uuid }) => memory_uuid).join()}
                    memories={memories}
                  />
                ))}
              </Stack>
            )}
            <UnusedMemories name="never_used" memories={never_used} total={totals.never_used} />
            <UnusedMemories name="stale" memories={stale} total={totals.stale} />
            <Text size="sm" c="dimmed">
              {t('checkup.checked', { count: checked, number: checked.toLocaleString(i18n.language) })}
            </Text>
          </>
        )}
      </Reading>
    </Stack>
  )
}
