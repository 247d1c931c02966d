import { Text, Timeline } from '@mantine/core'
import {
  IconAlarm,
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconClockPause,
  IconHourglassEmpty,
  IconSparkles,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMember } from '../api/session.ts'
import { absolute } from '../parts/moment.tsx'
import type { InteractionEvent } from './interaction.ts'
import { askersIn, deferredUntil, eventName, whoIs } from './timeline.ts'

const signs = {
  created: IconSparkles,
  answered: IconCheck,
  approved: IconCheck,
  rejected: IconX,
  cancelled: IconTrash,
  dismissed: IconArchive,
  reopened: IconArrowBackUp,
  deferred: IconClockPause,
  returned: IconAlarm,
  expired: IconHourglassEmpty,
}

/** What happened to an interaction, the first at the top. */
export function EventTimeline({ events }: { readonly events: readonly InteractionEvent[] }) {
  const { t, i18n } = useTranslation('inbox')
  const { family_member_uuid } = useMember()
  const names = askersIn(events)
  return (
    <Timeline active={events.length} bulletSize={28} lineWidth={2}>
      {events.map((event) => {
        const name = eventName(event)
        const Sign = signs[name]
        const { kind, name: who } = whoIs(event.actor, family_member_uuid, names)
        const until = deferredUntil(event)
        return (
          <Timeline.Item
            key={event.event_id}
            bullet={<Sign size={15} aria-hidden />}
            title={t(`event.${name}`)}
          >
            <Text size="sm">
              {t('event.by', { who: t(`who.${kind}`, { name: who }) })}
              {event.via !== null && `, ${t('event.via', { program: event.via })}`}
              {until !== null && `, ${t('event.until', { moment: absolute(until, i18n.language) })}`}
            </Text>
            <Text size="sm" c="dimmed">
              <time dateTime={event.created_at}>{absolute(event.created_at, i18n.language)}</time>
            </Text>
          </Timeline.Item>
        )
      })}
    </Timeline>
  )
}
