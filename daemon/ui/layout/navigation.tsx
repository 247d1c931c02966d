import { Badge, Group, NavLink, ScrollArea, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Orb } from '../parts/orb.tsx'
import { useCompanionName } from '../parts/use-companion-name.ts'
import { AccountMenu } from './account-menu.tsx'
import { type Page, usePages, useStanding } from './pages.ts'
import classes from './shell.module.css'

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

/** Who the companion is, and how it feels. */
function CompanionCard() {
  const { t } = useTranslation(['common', 'emotions'])
  const name = useCompanionName()
  const mood = useOperation('emotion.current')
  return (
    <Group wrap="nowrap" p="xs">
      <Orb size={44} {...(mood.data ? { mood: mood.data } : {})} />
      <Stack gap={0} miw={0}>
        <Text fw={650} truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {mood.data && t('nav.feels', { emotion: t(`emotions:${mood.data.emotion}`) })}
        </Text>
      </Stack>
    </Group>
  )
}
