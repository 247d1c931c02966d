import { Badge, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction, useOperation } from '../api/operations.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Moment } from '../parts/moment.tsx'
import { maxPage } from '../parts/pages.ts'
import { RowList, Section } from '../parts/section.tsx'
import { MakeKey } from './make-key.tsx'

/** The keys that programs come with as the member, each for what it was made for. */
export function KeyList() {
  const { t } = useTranslation('me')
  const box = useRef<HTMLElement>(null)
  const keys = useOperation('keys.list', maxPage)
  const revoke = useAction('keys.revoke', ['keys.list'])
  const revokeKey = async (id: string) => {
    try {
      const { api_key } = await revoke.mutateAsync({ id })
      showDone(t('keys.revoked', { name: api_key.name }))
    } catch (error) {
      showFailure(error)
    }
    box.current?.focus()
  }
  return (
    <Section ref={box} title={t('keys.title')} lead={t('keys.lead')} actions={<MakeKey />}>
      <Loaded of={keys}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={IconKey} title={t('keys.none')} text={t('keys.none_text')} />
          ) : (
            <RowList label={t('keys.title')}>
              {items.map((key) => (
                <KeyRow key={key.key_uuid} apiKey={key} onRevoke={() => void revokeKey(key.key_uuid)} />
              ))}
            </RowList>
          )
        }
      </Loaded>
    </Section>
  )
}

interface Props {
  readonly apiKey: OutputOf<'keys.list'>['items'][number]
  readonly onRevoke: () => void
}

/** A key: whose it is, what for, when it was used, and how to end it. */
function KeyRow({ apiKey, onRevoke }: Props) {
  const { t } = useTranslation('me')
  const { name, scopes, created_at, last_used_at, expires_at } = apiKey
  return (
    <Group component="li" wrap="nowrap" justify="space-between" py="xs">
      <Group wrap="nowrap" gap="sm" miw={0}>
        <ThemeIcon size={40} radius="xl" variant="light">
          <IconKey size={20} stroke={1.6} aria-hidden />
        </ThemeIcon>
        <Stack gap={4} miw={0}>
          <Text fw={600} lineClamp={2}>
            {name}
          </Text>
          <Group gap={6}>
            {scopes.map((scope) => (
              <Badge key={scope} variant="light" tt="none">
                {t(`scope.${scope}`)}
              </Badge>
            ))}
          </Group>
          <Text size="sm" c="dimmed">
            {t('keys.made')} <Moment at={created_at} /> ·{' '}
            {last_used_at === null ? (
              t('keys.unused')
            ) : (
              <>
                {t('sessions.seen')} <Moment at={last_used_at} />
              </>
            )}
            {expires_at !== null && (
              <>
                {' · '}
                {t('keys.ends')} <Moment at={expires_at} />
              </>
            )}
          </Text>
        </Stack>
      </Group>
      <ConfirmButton
        title={t('keys.revoke_title', { name })}
        action={t('keys.revoke')}
        onConfirm={onRevoke}
        label={t('keys.revoke_name', { name })}
      >
        <Text>{t('keys.revoke_text')}</Text>
      </ConfirmButton>
    </Group>
  )
}
