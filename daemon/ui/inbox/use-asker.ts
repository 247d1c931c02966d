import { useTranslation } from 'react-i18next'
import { useMember } from '../api/session.ts'
import { useCompanionName } from '../parts/use-companion-name.ts'
import type { Whole } from './interaction.ts'
import { whoIs } from './timeline.ts'

/** Who asks, in words. */
export function useAsker({ interaction, events }: Whole): string {
  const { t } = useTranslation('inbox')
  const { family_member_uuid } = useMember()
  const companion = useCompanionName()
  const { kind, name } = whoIs(events[0]?.actor ?? 'system:companion', family_member_uuid)
  if (kind === 'clock' || kind === 'companion') {
    return t(interaction.interaction_type === 'ack' ? 'asker.tells' : 'asker.companion', { name: companion })
  }
  return t(`asker.${kind}`, { name })
}
