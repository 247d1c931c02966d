import { Anchor, Center, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { renew, signOut } from '../api/session.ts'
import { useShownPage } from '../layout/use-shown-page.ts'
import { showFailure } from '../parts/feedback.tsx'
import { SecondFactors } from './second-factors.tsx'

/** Leads somebody through setting up a second factor, before which they may nothing else. */
export function Enrolment() {
  const { t } = useTranslation(['factors', 'common'])
  const shown = useShownPage()
  const navigate = useNavigate()
  const goOn = async () => {
    // Where there is nothing to go on with yet, to the backup codes.
    if (shown === '/talk') await navigate({ to: '/me', search: { section: 'security' }, replace: true })
    await renew()
  }
  return (
    <Center component="main" mih="100%" p="md">
      <Stack maw={640} w="100%">
        <Title order={1}>{t('enrolment.title')}</Title>
        <Text>{t('enrolment.text')}</Text>
        <SecondFactors only={['totp', 'passkey']} onDone={() => void goOn().catch(showFailure)} />
        <Anchor component="button" type="button" onClick={() => void signOut()}>
          {t('common:nav.sign_out')}
        </Anchor>
      </Stack>
    </Center>
  )
}
