import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { showDone } from '../parts/feedback.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import type { Member } from './member-sessions.tsx'

const standings = ['primary', 'secondary', 'temporary'] as const
type MemberStanding = (typeof standings)[number]

/** Which PINs a member has: asked once more, as another kind ends the PIN that is there. */
export function StandingChoice({ member }: { readonly member: Member }) {
  const { t } = useTranslation(['household', 'common'])
  const { full_name: name, family_member_uuid: id, standing } = member
  const [wanted, setWanted] = useState<MemberStanding | null>(null)
  const set = useAction('members.set_standing', ['members.list'])
  const { run, dialog } = useStepUp()
  const close = () => setWanted(null)
  const change = () => {
    if (wanted === null) return
    close()
    run(async () => {
      await set.mutateAsync({ id, standing: wanted })
      showDone(t('members.standing_changed'))
    })
  }
  return (
    <>
      <NativeSelect
        aria-label={t('members.standing', { name })}
        data={standings.map((value) => ({ value, label: t(`standing.${value}`) }))}
        value={standing}
        disabled={set.isPending}
        onChange={({ currentTarget }) =>
          setWanted(standings.find((one) => one === currentTarget.value) ?? null)
        }
      />
      <Modal opened={wanted !== null} onClose={close} title={t('members.standing_title', { name })}>
        <Stack>
          <Text>{t('members.standing_text', { name })}</Text>
          <Group justify="flex-end">
            <Button variant="default" mih={40} onClick={close}>
              {t('common:action.cancel')}
            </Button>
            <Button mih={40} onClick={change}>
              {t('members.standing_change')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      {dialog}
    </>
  )
}
