import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction } from '../api/operations.ts'
import { ConfirmButton } from './confirm.tsx'
import { showDone, showFailure } from './feedback.tsx'
import { distinct, Moment } from './moment.tsx'
import { RowList } from './section.tsx'

type Link = OutputOf<'links.list'>['items'][number]

interface Props {
  readonly links: readonly Link[]
  readonly nameOf: (family_member_uuid: string) => string
  /** Called before a row goes. */
  readonly onWithdrawn: () => void
}

/** Sign-in links that somebody may still use, and how to take them back. */
export function SignInLinkList({ links, nameOf, onWithdrawn }: Props) {
  const { t, i18n } = useTranslation('recover')
  const withdraw = useAction('links.withdraw', ['links.list'])
  const take = (id: string) =>
    withdraw.mutate(
      { id },
      {
        onSuccess: () => {
          showDone(t('links.withdrawn'))
          onWithdrawn()
        },
        onError: showFailure,
      },
    )
  return (
    <RowList label={t('links.title')}>
      {links.map(({ link_uuid, family_member_uuid, created_at, expires_at, without_second_factor }) => {
        const name = nameOf(family_member_uuid)
        const others = links.map((link) => link.created_at)
        const time = distinct(created_at, others, i18n.language)
        return (
          <Group key={link_uuid} component="li" wrap="nowrap" justify="space-between" py="xs">
            <Stack gap={2} miw={0}>
              <Text fw={600}>{t('links.for', { name })}</Text>
              <Text size="sm" c="dimmed">
                {t('links.made')} <Moment at={created_at} /> · {t('links.ends')} <Moment at={expires_at} />
                {without_second_factor && ` · ${t('links.no_factor')}`}
              </Text>
            </Stack>
            <ConfirmButton
              title={t('links.withdraw_title')}
              action={t('links.withdraw')}
              onConfirm={() => take(link_uuid)}
              label={t('links.withdraw_of', { name, time })}
            >
              <Text>{t('links.withdraw_text')}</Text>
            </ConfirmButton>
          </Group>
        )
      })}
    </RowList>
  )
}
