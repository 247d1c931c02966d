import { Anchor, Blockquote, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconLock, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { showKnown, useAction } from '../api/operations.ts'
import { useMember, useRestriction } from '../api/session.ts'
import { FailureAlert, showDone, showFailure } from '../parts/feedback.tsx'
import { useLinkTarget } from '../parts/link-target.ts'
import { absolute } from '../parts/moment.tsx'
import type { HistoryMessage } from '../talk/history.ts'
import { useForgetting } from './use-forgetting.tsx'

export type UsedMemory = HistoryMessage['memories_used'][number]
export type Memory = OutputOf<'memory.get'>['memory']

interface Props {
  readonly memory: Memory
  readonly used: UsedMemory
  readonly onClose: () => void
}

/** A memory: what it says, where it is from, why it was used; its owner corrects or forgets it. */
export function Receipt({ memory, used, onClose }: Props) {
  const { t, i18n } = useTranslation(['talk', 'common'])
  const { family_member_uuid } = useMember()
  const [correcting, setCorrecting] = useState(false)
  const forget = useForgetting()
  const target = useLinkTarget()
  const { content, source, created_at } = memory
  const restriction = useRestriction()
  const own = memory.family_member_uuid === family_member_uuid
  const when = absolute(created_at, i18n.language)
  if (correcting) return <Correction memory={memory} onDone={() => setCorrecting(false)} />
  return (
    <Stack>
      <Blockquote p="sm" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {content}
      </Blockquote>
      {used.content !== '' && content !== used.content && (
        <Text size="sm" c="dimmed">
          {t('receipt.then', { content: used.content })}
        </Text>
      )}
      <Text size="sm">
        {own ? t(`receipt.from_${source.actor}`, { when }) : t('receipt.from_household', { when })}
        {own && source.message_uuid && (
          <>
            {' '}
            <Anchor
              href={`#/talk?message=${source.message_uuid}`}
              {...target}
              onClick={onClose}
              underline="always"
              inherit
            >
              {t('receipt.show')}
            </Anchor>
          </>
        )}
      </Text>
      {used.why !== '' && (
        <Text size="sm" c="dimmed">
          {t('receipt.why', { why: used.why })}
        </Text>
      )}
      <Group justify="space-between">
        <Anchor component={Link} to="/memories" {...target} size="sm">
          {t('receipt.open')}
        </Anchor>
        {own && restriction !== 'read_only' && (
          <Group gap="xs">
            <Sharing memory={memory} />
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setCorrecting(true)}
            >
              {t('receipt.correct')}
            </Button>
            {restriction === null && (
              <Button
                variant="light"
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                loading={forget.isPending}
                onClick={() => forget.run(memory.memory_uuid, onClose)}
              >
                {t('receipt.forget')}
              </Button>
            )}
          </Group>
        )}
      </Group>
    </Stack>
  )
}

/** Shows a memory to the whole household, or to its owner alone. */
function Sharing({ memory: { memory_uuid, visibility } }: Pick<Props, 'memory'>) {
  const { t } = useTranslation('talk')
  const update = useAction('memory.update', ['memory.get', 'memory.recent', 'memory.search'])
  const isShared = visibility === 'household'
  const change = () =>
    update.mutate(
      { id: memory_uuid, visibility: isShared ? 'private' : 'household' },
      {
        onSuccess: (answer) => {
          showKnown('memory.get', { id: memory_uuid }, answer)
          showDone(t(isShared ? 'receipt.kept_private' : 'receipt.shared'))
        },
        onError: showFailure,
      },
    )
  return (
    <Button
      variant="default"
      leftSection={isShared ? <IconLock size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />}
      loading={update.isPending}
      onClick={change}
    >
      {t(isShared ? 'receipt.keep_private' : 'receipt.share')}
    </Button>
  )
}

function Correction({ memory, onDone }: { readonly memory: Memory; readonly onDone: () => void }) {
  const { t } = useTranslation(['talk', 'common'])
  const [content, setContent] = useState(memory.content)
  const update = useAction('memory.update', ['memory.get', 'memory.recent', 'memory.search'])
  const save = () =>
    update.mutate(
      { id: memory.memory_uuid, content },
      {
        onSuccess: (answer) => {
          showKnown('memory.get', { id: memory.memory_uuid }, answer)
          showDone(t('common:action.saved'))
          onDone()
        },
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        {update.error && <FailureAlert error={update.error} />}
        <Textarea
          label={t('receipt.content')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={8_000}
          required
          data-autofocus
          autoFocus
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={update.isPending} disabled={content.trim() === ''}>
            {t('common:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
