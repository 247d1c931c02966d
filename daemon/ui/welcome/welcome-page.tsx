import { Box, Center, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePresence } from '../api/session.ts'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { Loading } from '../parts/loaded.tsx'
import { Orb } from '../parts/orb.tsx'
import { AccountStep } from './account-step.tsx'
import { CompanionStep } from './companion-step.tsx'
import { lazyPart } from '../parts/lazy-part.ts'

// Only an admin gets there, and not at first.
const EngineStep = lazyPart(async () => (await import('./engine-step.tsx')).EngineStep)

const steps = ['account', 'companion', 'engine'] as const
type Step = (typeof steps)[number]

/** The first minute: who you are, what your companion is like, and what writes its answers. */
export function WelcomePage() {
  const { t } = useTranslation('welcome')
  const presence = usePresence()
  const navigate = useNavigate()
  const { section } = useSearch({ strict: false })
  const [step, setStep] = useState<Step>(section === 'engine' ? 'engine' : 'account')
  const admin = presence.state === 'in' && presence.member.roles.includes('admin')
  const shown = stepShown(step, presence.state === 'in', admin)
  const finish = () => void navigate({ to: '/talk' })
  const count = admin || presence.state !== 'in' ? steps.length : 2
  return (
    <Center component="main" mih="100%" p="md">
      <Paper withBorder radius="lg" p={{ base: 'md', xs: 'xl' }} w="100%" maw={560}>
        <Stack gap="lg">
          <Group justify="space-between" wrap="nowrap">
            <Orb size={52} />
            <Box w={170}>
              <LanguageChoice />
            </Box>
          </Group>
          <Progress
            size="xs"
            value={((steps.indexOf(shown) + 1) / count) * 100}
            aria-label={t('progress', { step: steps.indexOf(shown) + 1, count })}
          />
          <Stack gap={4}>
            <Title order={1}>{t(`${shown}.title`)}</Title>
            <Text c="dimmed">{t(`${shown}.lead`)}</Text>
          </Stack>
          {shown === 'account' && <AccountStep />}
          {shown === 'companion' && <CompanionStep onDone={() => (admin ? setStep('engine') : finish())} />}
          {shown === 'engine' && (
            <Suspense fallback={<Loading />}>
              <EngineStep onDone={finish} />
            </Suspense>
          )}
        </Stack>
      </Paper>
    </Center>
  )
}

/** The step that is shown: an account comes first, and what writes the replies is for admins. */
function stepShown(step: Step, signedIn: boolean, admin: boolean): Step {
  if (!signedIn) return 'account'
  return step === 'account' || (step === 'engine' && !admin) ? 'companion' : step
}
