import { ActionIcon, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { absolute } from '../parts/moment.tsx'
import { type Interaction, nameOf } from '../../client/interaction.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { snoozes } from './snoozes.ts'
import { useTransition } from './use-transition.ts'

/** Puts something off to a usual time or a chosen one. */
export function SnoozeMenu({ interaction }: { readonly interaction: Interaction }) {
  const { t, i18n } = useTranslation('inbox')
  const [now, setNow] = useState(() => new Date())
  const [asks, { open, close }] = useDisclosure()
  const { run, busy } = useTransition('interactions.defer')
  const { interaction_id, expires_at } = interaction
  const clock = new Intl.DateTimeFormat(i18n.language, {
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
                  {clock.format(at)}
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
