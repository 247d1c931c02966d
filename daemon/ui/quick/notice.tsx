import { Anchor, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { closeWindow } from '../api/app.ts'
import { useLinkTarget } from '../parts/link-target.ts'
import classes from './answer.module.css'

/** How long it can be read what became of it, in milliseconds. */
export const readable = 6_000

interface Props {
  readonly icon: Icon
  readonly color?: string
  readonly title: string
  readonly text?: string
  readonly children?: React.ReactNode
}

/** Says one thing, in the middle of a small window. */
export function Notice({ icon: Sign, color = 'gray', title, text, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes['notice']}>
      <Stack align="center" gap="sm">
        <ThemeIcon size={64} radius="xl" variant="light" color={color}>
          <Sign size={34} stroke={1.6} aria-hidden />
        </ThemeIcon>
        <Title ref={heading} tabIndex={-1} order={1} size="h3" ta="center" className={classes['title'] ?? ''}>
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" ta="center" lineClamp={3} className={classes['words'] ?? ''}>
            {text}
          </Text>
        )}
      </Stack>
      {children}
    </div>
  )
}

/** The way to everything else that waits. */
export function InboxLink() {
  const { t } = useTranslation('quick')
  return (
    <Anchor href="/#/inbox" {...useLinkTarget()} size="sm">
      {t('answer.inbox')}
    </Anchor>
  )
}

/** Has the app close the window a little after it is of no more use, unless it becomes so again. */
export function useClosing(done: boolean): void {
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(closeWindow, readable)
    return () => clearTimeout(timer)
  }, [done])
}
