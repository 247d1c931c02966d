import { Anchor, Center, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { renew, signOut } from '../api/session.ts'
import { showFailure } from '../parts/feedback.tsx'
import { SecondFactors } from './second-factors.tsx'

/** Leads somebody through setting up a second factor, before which they may nothing else. */
export function Enrolment() {
  const { t } = useTranslation(['factors', 'common'])
  return (
    <Center component="main" mih="100%" p="md">
      <Stack maw={640} w="100%">
        <Title order={1}>{t('enrolment.title')}</Title>
        <Text>{t('enrolment.text')}</Text>
        <SecondFactors only={['totp', 'passkey']} onDone={() => void renew().catch(showFailure)} />
        <Anchor component="button" type="button" onClick={() => void signOut()}>
          {t('common:nav.sign_out')}
        </Anchor>
      </Stack>
    </Center>
  )
}
