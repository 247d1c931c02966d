import { Alert, Button, Group, Text } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction, useOperation } from '../api/operations.ts'
import { useMember } from '../api/session.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { absolute } from '../parts/moment.tsx'
import { maxPage } from '../parts/pages.ts'
import { Section } from '../parts/section.tsx'
import { SignInLinkList } from '../parts/link-list.tsx'

/** What would let somebody set a new password for the member, and how to say no to it; nothing where there is none. */
export function GettingBackIn() {
  return (
    <>
      <DeviceElsewhere />
      <OwnSignInLinks />
    </>
  )
}

/** A device that wants to set a new password, as another one sees it. */
function DeviceElsewhere() {
  const { t, i18n } = useTranslation('recover')
  const { data } = useOperation('recovery.show')
  const cancel = useAction('recovery.cancel', ['recovery.show'])
  const say = () =>
    cancel.mutate({}, { onSuccess: () => showDone(t('forgotten.cancelled')), onError: showFailure })
  return data?.waiting
    .filter(({ own }) => !own)
    .map(({ device_uuid, device_name: device, ready_at }) => (
      <Alert
        key={device_uuid}
        color="yellow"
        icon={<IconShieldExclamation aria-hidden />}
        title={t('elsewhere.title')}
      >
        <Group justify="space-between" align="flex-end" gap="sm">
          <Text flex="1 1 16rem">
            {t('elsewhere.text', { device, ready: absolute(ready_at, i18n.language) })}
          </Text>
          <Button mih={40} variant="default" loading={cancel.isPending} onClick={say}>
            {t('elsewhere.cancel')}
          </Button>
        </Group>
      </Alert>
    ))
}

function OwnSignInLinks() {
  const { t } = useTranslation('recover')
  const box = useRef<HTMLElement>(null)
  const { family_member_uuid: own, full_name } = useMember()
  const { data } = useOperation('links.list', maxPage)
  const mine = data?.items.filter(({ family_member_uuid }) => family_member_uuid === own) ?? []
  if (mine.length === 0) return null
  return (
    <Section ref={box} title={t('own.title')} lead={t('own.lead')}>
      <SignInLinkList links={mine} nameOf={() => full_name} onWithdrawn={() => box.current?.focus()} />
    </Section>
  )
}
