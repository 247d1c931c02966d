import { Button, Group, Text } from '@mantine/core'
import {
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconClockPause,
  IconHourglassEmpty,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Interaction, nameOf } from '../../client/interaction.ts'
import { app } from '../api/app.ts'
import { answeredWith } from '../inbox/answers.ts'
import { canReopen } from '../inbox/filter.ts'
import type { Whole } from '../inbox/interaction.ts'
import { deferredUntil } from '../inbox/timeline.ts'
import { useDismissal } from '../inbox/use-transition.ts'
import { absolute } from '../parts/moment.tsx'
import classes from './answer.module.css'
import type { Ending } from './ending.ts'
import { InboxLink, Notice, readable } from './notice.tsx'

const looks = {
  answered: { icon: IconCheck, color: 'teal', words: 'done.answer' },
  approved: { icon: IconCheck, color: 'teal', words: 'done.approve' },
  seen: { icon: IconCheck, color: 'teal', words: 'done.ack' },
  rejected: { icon: IconX, color: 'orange', words: 'done.reject' },
  dismissed: { icon: IconArchive, color: 'gray', words: 'done.dismiss' },
  deferred: { icon: IconClockPause, color: 'iris', words: 'done.defer' },
  cancelled: { icon: IconTrash, color: 'gray', words: 'done.cancel' },
  expired: { icon: IconHourglassEmpty, color: 'gray', words: 'answer.expired' },
} as const

interface Props {
  readonly ending: Ending
  readonly whole: Whole | null
  /** Whether it was brought about in another window. */
  readonly elsewhere: boolean
}

/** What became of an interaction, before the window closes. */
export function Ended({ ending, whole, elsewhere }: Props) {
  const { t, i18n } = useTranslation(['inbox', 'quick'])
  const { icon, color, words } = looks[ending]
  const last = whole?.events.at(-1)
  const back = last ? deferredUntil(last) : null
  const moment = back === null ? '' : absolute(back, i18n.language)
  const answer = whole ? answeredWith(whole.interaction) : null
  return (
    <Notice
      icon={icon}
      color={color}
      title={t(words, { moment })}
      {...(whole ? { text: answer ?? nameOf(whole.interaction) } : {})}
    >
      {elsewhere && ending !== 'expired' && (
        <Text size="sm" c="dimmed">
          {t('news.elsewhere')}
        </Text>
      )}
      <Group gap="md" justify="center">
        {whole && canReopen(whole.interaction) && <Reopen interaction={whole.interaction} />}
        {app ? (
          <Text size="sm" c="dimmed">
            {t('quick:answer.closing')}
          </Text>
        ) : (
          <InboxLink />
        )}
      </Group>
      {app && (
        <div className={classes['closing']} style={{ animationDuration: `${readable}ms` }} aria-hidden />
      )}
    </Notice>
  )
}

function Reopen({ interaction: { interaction_id } }: { readonly interaction: Interaction }) {
  const { t } = useTranslation('inbox')
  const { reopen } = useDismissal(interaction_id)
  return (
    <Button variant="light" h={40} leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={reopen}>
      {t('menu.reopen')}
    </Button>
  )
}
