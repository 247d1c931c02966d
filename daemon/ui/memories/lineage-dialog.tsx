import { Modal, Stack, Text, Timeline } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { absolute } from '../parts/moment.tsx'
import { Reading } from '../parts/reading.tsx'
import type { Memory } from './filter.ts'
import { MemorySource } from './memory-source.tsx'
import { MemoryText } from './memory-text.tsx'
import { useLineage } from './use-lineage.ts'

interface Props {
  readonly memory: Memory | null
  readonly onClose: () => void
}

/** Where a memory is from, and what it has taken the place of. */
export function LineageDialog({ memory, onClose }: Props) {
  const { t } = useTranslation('memories')
  const lineage = useLineage(memory)
  return (
    <Modal opened={memory !== null} onClose={onClose} title={t('lineage.title')} size="lg">
      <Reading of={lineage}>
        {(chain) => (
          <Stack>
            <Timeline active={0} bulletSize={18} lineWidth={2}>
              {chain.map((one) => (
                <Timeline.Item key={one.memory_uuid}>
                  <MemoryText text={one.content} dimmed={one.superseded_by !== null} />
                  <Dates memory={one} />
                </Timeline.Item>
              ))}
            </Timeline>
            {chain.length === 1 && (
              <Text size="sm" c="dimmed">
                {t('lineage.alone')}
              </Text>
            )}
          </Stack>
        )}
      </Reading>
    </Modal>
  )
}

function Dates({ memory }: { readonly memory: Memory }) {
  const { t, i18n } = useTranslation('memories')
  const [from, to] = [memory.valid_from, memory.valid_to].map((at) => at && absolute(at, i18n.language))
  return (
    <Text size="sm" c="dimmed">
      {to ? t('lineage.held', { from, to }) : t('lineage.holds', { from })} ·{' '}
      <MemorySource memory={memory} own />
      <br />
      {t('lineage.used', { at: absolute(memory.last_accessed_at, i18n.language) })}
    </Text>
  )
}
