import { Button, Menu, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../client/clock.ts'
import { type PauseChoice, pauseChoices, pausedUntil, pauseOf, withPause } from '../../client/pause.ts'
import type { Preferences } from '../api/preferences.ts'
import { useChangePreferences } from '../api/use-change-preferences.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'

/** Pauses what the companion begins by itself, or resumes it. */
export function PauseControl({ until, pause, resume, isPending }: ReturnType<typeof usePause>) {
  const { t } = useTranslation('goals')
  const button = useRef<HTMLButtonElement>(null)
  /** What was done last; null once the focus is where it belongs. */
  const acted = useRef<symbol | null>(null)
  const paused = until !== null
  useEffect(() => {
    const act = acted.current
    if (act === null || isPending) return undefined
    // The button that was used is gone, or was out of use; a menu that has closed gives the focus back first.
    const timer = setTimeout(() => {
      if (acted.current === act) acted.current = null
      if (document.activeElement === document.body) button.current?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [paused, isPending])
  if (!paused) {
    const choose = (choice: PauseChoice) => {
      acted.current = Symbol('act')
      pause(choice)
    }
    return <PauseMenu target={button} busy={isPending} onChoose={choose} />
  }
  const end = () => {
    acted.current = Symbol('act')
    resume()
  }
  return (
    <Button
      ref={button}
      h={40}
      loading={isPending}
      leftSection={<IconPlayerPlay size={18} aria-hidden />}
      onClick={end}
    >
      {t('pause.resume')}
    </Button>
  )
}

interface MenuProps {
  readonly target: Ref<HTMLButtonElement>
  readonly busy: boolean
  readonly onChoose: (choice: PauseChoice) => void
}

function PauseMenu({ target, busy, onChoose }: MenuProps) {
  const { t, i18n } = useTranslation('goals')
  const [now, setNow] = useState(() => new Date())
  const time = new Intl.DateTimeFormat(i18n.language, {
    ...clock,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  return (
    <Menu position="bottom-end" onOpen={() => setNow(new Date())}>
      <Menu.Target>
        <Button
          ref={target}
          variant="default"
          h={40}
          loading={busy}
          leftSection={<IconPlayerPause size={18} aria-hidden />}
        >
          {t('pause.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {pauseChoices.map((choice) => (
          <Menu.Item
            key={choice}
            onClick={() => onChoose(choice)}
            rightSection={
              <Text size="sm" c="dimmed">
                {choice !== 'open' && time.format(new Date(pausedUntil(choice, now)))}
              </Text>
            }
          >
            {t(`pause.${choice}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Until when the companion is paused (ISO 8601; null where it is not), and how to pause and resume it. */
export function usePause(preferences: Preferences) {
  const { t } = useTranslation('goals')
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 15_000, { autoInvoke: true })
  const { mutate, isPending } = useChangePreferences({ onError: showFailure })
  const change = (until: string | null) =>
    mutate((held) => withPause(held, until), {
      onSuccess: () => showDone(t(until === null ? 'pause.resumed' : 'pause.begun')),
    })
  return {
    until: pauseOf(preferences, now),
    pause: (choice: PauseChoice) => change(pausedUntil(choice, new Date())),
    resume: () => change(null),
    isPending,
  }
}
