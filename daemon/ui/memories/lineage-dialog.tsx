import { Modal, Stack, Text, Timeline } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { read } from '../api/operations.ts'
import { Loaded } from '../parts/loaded.tsx'
import { absolute } from '../parts/moment.tsx'
import type { Memory } from './filter.ts'
import { lineageOf } from './lineage.ts'
import { MemorySource } from './memory-marks.tsx'
import { MemoryText } from './memory-text.tsx'

/** How far a chain of memories is followed. */
const maxChain = 20

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
      <Loaded of={lineage}>
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
      </Loaded>
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

/** What a memory has taken the place of and what has taken its place, with itself, newest first. */
function useLineage(memory: Memory | null): UseQueryResult<Memory[]> {
  return useQuery({
    queryKey: ['memory.search', 'lineage', memory?.memory_uuid],
    queryFn: ({ signal }) => (memory ? readLineage(memory, signal) : []),
    enabled: memory !== null,
  })
}

async function readLineage(memory: Memory, signal: AbortSignal): Promise<Memory[]> {
  const newer: Memory[] = []
  for (let id = memory.superseded_by; id !== null && newer.length < maxChain;) {
    // One that was forgotten since ends the chain.
    const next = await read('memory.get', { id }, signal).then(
      ({ memory }) => memory,
      () => null,
    )
    if (!next) break
    newer.push(next)
    id = next.superseded_by
  }
  const newest = newer.at(-1) ?? memory
  // An older value is about the same thing, so it says much the same.
  const wanted = { q: newest.content.slice(0, 1_000), limit: 200, history: true }
  const alike = await read('memory.search', wanted, signal)
  return lineageOf(memory, [...newer, ...alike.items.map(({ memory }) => memory)])
}
