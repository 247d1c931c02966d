import { Badge, NavLink, ScrollArea, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountMenu } from './account-menu.tsx'
import { CompanionCard } from './companion-card.tsx'
import type { Page } from './pages.ts'
import classes from './shell.module.css'
import { usePages, useStanding } from './use-pages.ts'

/** The navigation of a wide window: who the companion is, the pages, who is signed in. */
export function Navigation() {
  const shown = usePages()
  return (
    <Stack h="100%" gap="sm">
      <CompanionCard />
      <ScrollArea flex={1}>
        {shown.map((page) => (
          <PageLink key={page.to} page={page} />
        ))}
      </ScrollArea>
      <AccountMenu />
    </Stack>
  )
}

/** A link to a page, with how much waits there. */
export function PageLink({ page, onClick }: { readonly page: Page; readonly onClick?: () => void }) {
  const { t } = useTranslation()
  const { active, waiting } = useStanding(page)
  const Icon = page.icon
  return (
    <NavLink
      component={Link}
      to={page.to}
      {...(onClick ? { onClick } : {})}
      className={classes['link'] ?? ''}
      label={t(page.text)}
      active={active}
      aria-current={active ? 'page' : undefined}
      leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
      rightSection={waiting > 0 ? <Badge circle={waiting < 10}>{waiting}</Badge> : undefined}
    />
  )
}
