import { Box, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMember } from '../api/session.ts'
import { Empty } from '../parts/empty.tsx'
import { Loading } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { TrafficProvider } from './overview/traffic-provider.tsx'
import { SectionNavigation } from './section-navigation.tsx'
import { contents, type SectionId, sectionOf } from './sections.ts'
import classes from './system.module.css'

/** How the companion runs, and everything about it that admins can change. */
export function SystemPage() {
  const { t } = useTranslation('system')
  const { roles } = useMember()
  if (roles.includes('admin')) return <ForAdmins />
  return (
    <Page title={t('title')}>
      <Empty icon={IconLock} title={t('admins.title')} text={t('admins.text')} />
    </Page>
  )
}

function ForAdmins() {
  const { t } = useTranslation('system')
  const { section }: { section?: unknown } = useSearch({ strict: false })
  const current = sectionOf(section)
  const Content = contents[current]
  return (
    <Page title={t('title')} lead={t('lead')}>
      <TrafficProvider>
        <div className={classes['columns']}>
          <SectionNavigation current={current} />
          <Box component="section" className={classes['content'] ?? ''} aria-labelledby="section">
            <Stack>
              <SectionHead id={current} />
              <Suspense key={current} fallback={<Loading />}>
                <Content />
              </Suspense>
            </Stack>
          </Box>
        </div>
      </TrafficProvider>
    </Page>
  )
}

/** What a section is called and what it is for. */
function SectionHead({ id }: { readonly id: SectionId }) {
  const { t } = useTranslation('system')
  return (
    <Stack gap={2}>
      <Title order={2} id="section">
        {t(`section.${id}`)}
      </Title>
      <Text c="dimmed">{t(`lead.${id}`)}</Text>
    </Stack>
  )
}
