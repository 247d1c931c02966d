import { Stack, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { SecondFactors } from '../factors/second-factors.tsx'
import { useRestriction } from '../api/session.ts'
import { Page } from '../parts/page.tsx'
import { WantsPassword } from '../parts/wants-password.tsx'
import { type SectionName, sectionOf, sections } from './account-rules.ts'
import { ChangePassword } from './change-password.tsx'
import { DeviceList } from './device-list.tsx'
import { EmergencyReset, ForgetMe } from './emergency-reset.tsx'
import { Engines } from './engines.tsx'
import { ExportArchive } from './export-archive.tsx'
import { GettingBackIn } from './getting-back-in.tsx'
import { KeyList } from './key-list.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnerAccess } from './owner-access.tsx'
import { PinSection } from './pin.tsx'
import { PreferencesSection } from './preferences.tsx'
import { Profile } from './profile.tsx'

const YourVoice = lazy(async () => ({ default: (await import('./voice/your-voice.tsx')).YourVoice }))

const contents: Readonly<Record<SectionName, React.ReactNode>> = {
  profile: (
    <>
      <Profile />
      <PreferencesSection />
      <Engines />
    </>
  ),
  security: (
    <>
      <GettingBackIn />
      <ChangePassword />
      <SecondFactors />
      <PinSection />
      <OwnerAccess />
      <OwnSessions />
      <Suspense>
        <YourVoice />
      </Suspense>
    </>
  ),
  devices: <DeviceList />,
  programs: <KeyList />,
  data: (
    <>
      <ExportArchive />
      <EmergencyReset />
      <ForgetMe />
    </>
  ),
}

/** A member's own account: who they are, how they sign in, their devices, and what is held of them. */
export function MePage() {
  const { t } = useTranslation('me')
  const [section, go] = useSection()
  const restriction = useRestriction()
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Tabs value={section} onChange={(value) => go(sectionOf(value))} keepMounted={false}>
        <Tabs.List mb="lg" aria-label={t('section.label')}>
          {sections.map((name) => (
            <Tabs.Tab key={name} value={name} mih={44} px="sm">
              {t(`section.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <Stack gap="lg">{restriction ? <WantsPassword /> : contents[name]}</Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

/** The section that the address names (`/me?section=devices`), and how to go to another one. */
function useSection(): [SectionName, (name: SectionName) => void] {
  const search: { readonly section?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (section: SectionName) => {
    void navigate({ to: '/me', search: { section }, replace: true })
  }
  return [sectionOf(search.section), go]
}
