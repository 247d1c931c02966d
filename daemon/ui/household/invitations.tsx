import { IconMail } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useLive } from '../api/operations.ts'
import { longest } from '../me/longest.ts'
import { RowList } from '../me/row-list.tsx'
import { Section } from '../me/section.tsx'
import { Empty } from '../parts/empty.tsx'
import { showDone, showFailure } from '../parts/failure.tsx'
import { Told } from '../parts/told.tsx'
import { InvitationRow } from './invitation-row.tsx'

/** The invitations that somebody may still use. */
export function Invitations() {
  const { t } = useTranslation('household')
  const box = useRef<HTMLElement>(null)
  const invitations = useLive('invitations.list', longest)
  const { data: members } = useLive('members.list', longest)
  const withdraw = useAct('invitations.withdraw', ['invitations.list'])
  const take = (id: string) =>
    withdraw.mutate(
      { id },
      {
        onSuccess: () => {
          showDone(t('invite.withdrawn'))
          box.current?.focus()
        },
        onError: showFailure,
      },
    )
  const nameOf = (actor: string) =>
    members?.items.find(({ family_member_uuid }) => actor === `user:${family_member_uuid}`)?.full_name ??
    t('invite.program')
  return (
    <Section ref={box} title={t('invite.title')} lead={t('invite.lead')}>
      <Told of={invitations} lines={1}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={IconMail} title={t('invite.none')} text={t('invite.none_text')} />
          ) : (
            <RowList label={t('invite.title')}>
              {items.map((invitation) => (
                <InvitationRow
                  key={invitation.invitation_uuid}
                  invitation={invitation}
                  from={nameOf(invitation.created_by)}
                  onWithdraw={() => take(invitation.invitation_uuid)}
                />
              ))}
            </RowList>
          )
        }
      </Told>
    </Section>
  )
}
