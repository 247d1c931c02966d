import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { useMember } from '../api/session.ts'
import type { Whole } from './interaction.ts'
import { whoIs } from './timeline.ts'

/** Who asks, in words. */
export function useAsker({ interaction, events }: Whole): string {
  const { t } = useTranslation(['inbox', 'common'])
  const { family_member_uuid } = useMember()
  const personality = useOperation('personality.current')
  const companion = personality.data?.companion_name ?? t('common:app.name')
  const { kind, name } = whoIs(events[0]?.actor ?? 'system:companion', family_member_uuid)
  if (kind === 'clock' || kind === 'companion') {
    return t(interaction.interaction_type === 'ack' ? 'asker.tells' : 'asker.companion', { name: companion })
  }
  return t(`asker.${kind}`, { name })
}
