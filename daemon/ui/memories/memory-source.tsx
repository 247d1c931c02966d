import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Memory } from './filter.ts'

interface Props {
  readonly memory: Pick<Memory, 'source'>
  readonly own: boolean
}

/** Where a memory is from: what was said in a conversation can be looked up there. */
export function MemorySource({ memory: { source }, own }: Props) {
  const { t } = useTranslation('memories')
  const text = t(`source.${source.actor}`)
  if (!own || source.message_uuid === null) return text
  return (
    <Anchor size="xs" underline="always" href={`#/talk?message=${source.message_uuid}`}>
      {text}
    </Anchor>
  )
}
