import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showKnown, useAct } from '../api/operations.ts'
import { FailureAlert, showDone } from '../parts/failure.tsx'
import type { Memory } from './receipt.tsx'

/** Corrects what a memory says. */
export function Correction({ memory, onDone }: { readonly memory: Memory; readonly onDone: () => void }) {
  const { t } = useTranslation(['talk', 'common'])
  const [content, setContent] = useState(memory.content)
  const update = useAct('memory.update', ['memory.get', 'memory.recent', 'memory.search'])
  const save = () =>
    update.mutate(
      { id: memory.memory_uuid, content },
      {
        onSuccess: (answer) => {
          showKnown('memory.get', { id: memory.memory_uuid }, answer)
          showDone(t('common:act.saved'))
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
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={update.isPending} disabled={content.trim() === ''}>
            {t('common:act.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
