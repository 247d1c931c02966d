import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../client/clock.ts'
import { type Interaction, nameOf } from '../../client/interaction.ts'
import { absolute } from '../parts/moment.tsx'
import { fromField } from '../parts/times.ts'
import { snoozeProblem, snoozes } from './snoozes.ts'
import { useTransition } from './use-transition.ts'

/** Puts something off to a usual time or a chosen one. */
export function SnoozeMenu({ interaction }: { readonly interaction: Interaction }) {
  const { t, i18n } = useTranslation('inbox')
  const [now, setNow] = useState(() => new Date())
  const [asks, { open, close }] = useDisclosure()
  const { run, busy } = useTransition('interactions.defer')
  const { interaction_id, expires_at } = interaction
  const time = new Intl.DateTimeFormat(i18n.language, {
    ...clock,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  const defer = (at: Date) => {
    const defer_until = at.toISOString()
    void run(
      { interaction_id, defer_until },
      t('done.defer', { moment: absolute(defer_until, i18n.language) }),
    )
  }
  return (
    <>
      <Menu position="bottom-end" onOpen={() => setNow(new Date())}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            loading={busy}
            aria-label={t('snooze.of', { title: nameOf(interaction) })}
          >
            <IconClockPause size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('snooze.label')}</Menu.Label>
          {snoozes(now, expires_at).map(({ name, at }) => (
            <Menu.Item
              key={name}
              onClick={() => defer(at)}
              rightSection={
                <Text size="sm" c="dimmed">
                  {time.format(at)}
                </Text>
              }
            >
              {t(`snooze.${name}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={open}>{t('snooze.chosen')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SnoozeDialog
        opened={asks}
        expires_at={expires_at}
        onClose={close}
        onChoose={(at) => {
          close()
          defer(at)
        }}
      />
    </>
  )
}

interface Props {
  readonly opened: boolean
  /** ISO 8601; null where it never does. */
  readonly expires_at: string | null
  readonly onClose: () => void
  readonly onChoose: (at: Date) => void
}

/** Asks for the time to which something is put off. */
function SnoozeDialog({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation(['inbox', 'common'])
  return (
    <Modal opened={opened} onClose={onClose} title={t('snooze.title')} size="sm">
      <SnoozeForm onClose={onClose} {...props} />
    </Modal>
  )
}

function SnoozeForm({ expires_at, onClose, onChoose }: Omit<Props, 'opened'>) {
  const { t, i18n } = useTranslation(['inbox', 'common'])
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<ReturnType<typeof snoozeProblem>>(null)
  const moment = expires_at === null ? '' : absolute(expires_at, i18n.language)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = fromField(text)
        const problem = snoozeProblem(chosen, new Date(), expires_at)
        setProblem(problem)
        if (problem === null && chosen !== null) onChoose(chosen)
      }}
    >
      <Stack>
        <TextInput
          type="datetime-local"
          label={t('snooze.at')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(null)
          }}
          error={problem && t(`snooze.${problem}`, { moment })}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit">{t('snooze.label')}</Button>
        </Group>
      </Stack>
    </form>
  )
}
