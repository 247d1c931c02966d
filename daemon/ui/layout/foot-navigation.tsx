import { Drawer, Indicator, Stack, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountMenu } from './account-menu.tsx'
import { PageLink } from './navigation.tsx'
import { atTheFoot, type Page, usePages, useStanding } from './pages.ts'
import classes from './shell.module.css'

/** The navigation of a narrow window. */
export function FootNavigation() {
  const { t } = useTranslation()
  const [open, { open: show, close }] = useDisclosure()
  const shown = usePages()
  return (
    <nav className={classes['bar']} aria-label={t('nav.label')}>
      {shown.slice(0, atTheFoot).map((page) => (
        <Tab key={page.to} page={page} />
      ))}
      <UnstyledButton className={classes['tab'] ?? ''} onClick={show} aria-haspopup="dialog">
        <IconDots size={22} stroke={1.6} aria-hidden />
        {t('nav.more')}
      </UnstyledButton>
      <Drawer opened={open} onClose={close} position="bottom" title={t('nav.more')}>
        <Stack gap="xs">
          {shown.slice(atTheFoot).map((page) => (
            <PageLink key={page.to} page={page} onClick={close} />
          ))}
          <AccountMenu />
        </Stack>
      </Drawer>
    </nav>
  )
}

function Tab({ page }: { readonly page: Page }) {
  const { t } = useTranslation()
  const { active, waiting } = useStanding(page)
  const Icon = page.icon
  return (
    <Link
      to={page.to}
      className={classes['tab'] ?? ''}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
    >
      <Indicator label={waiting} disabled={waiting === 0} size={16}>
        <Icon size={22} stroke={1.6} aria-hidden />
      </Indicator>
      {t(page.short)}
    </Link>
  )
}
