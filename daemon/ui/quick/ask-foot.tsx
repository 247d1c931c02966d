import { Anchor, Kbd, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { app } from '../api/app.ts'
import { useLinkTarget } from '../parts/link-target.ts'
import classes from './ask-page.module.css'

/** The way to the whole conversation, and what the keys do. */
export function AskFoot() {
  const { t } = useTranslation('quick')
  return (
    <footer className={classes['foot']}>
      <Anchor href="/#/talk" {...useLinkTarget()} size="sm" className={classes['open'] ?? ''}>
        {t('ask.open')}
        <IconExternalLink size={15} stroke={1.7} aria-hidden />
      </Anchor>
      <Text component="span" size="xs" c="dimmed" className={classes['keys'] ?? ''}>
        <Kbd size="xs">Enter</Kbd> {t('ask.sends')}
        <Kbd size="xs">Esc</Kbd> {t(app ? 'ask.closes' : 'ask.empties')}
      </Text>
    </footer>
  )
}
