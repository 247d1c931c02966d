import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useAction, useOperation } from '../api/operations.ts'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { showDone } from '../parts/feedback.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { dangerColor } from '../theme.ts'

interface Props {
  readonly id: string
  readonly name: string
  readonly kind: 'member' | 'guest'
}

/** A button that removes somebody. */
export function RemovePerson(person: Props) {
  const { t } = useTranslation('household')
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        c={dangerColor}
        mih={40}
        onClick={open}
        aria-label={t('remove.of', { name: person.name })}
      >
        {t('remove.action')}
      </Button>
      <RemoveDialog {...person} opened={opened} onClose={close} />
    </>
  )
}

interface RemoveDialogProps extends Props {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Removes somebody, after a look at what would go and what would stay. */
export function RemoveDialog({ id, name, kind, opened, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('household')
  const remove = useAction('recognition.remove', ['recognition.family', 'members.list'])
  const { run, dialog } = useStepUp()
  const act = async () => {
    await remove.mutateAsync({ id })
    showDone(t('remove.done', { name }))
  }
  return (
    <>
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        title={t('remove.title', { name })}
        action={t('remove.action')}
        danger
        onConfirm={() => run(act)}
      >
        {opened && <Look id={id} name={name} kind={kind} />}
      </ConfirmDialog>
      {dialog}
    </>
  )
}

/** What is shown of what goes, in this order. */
const shown = [
  'memories',
  'conversations',
  'goals',
  'devices',
  'keys',
  'pins',
  'second_factors',
  'backup_codes',
  'voices',
  'recordings',
] as const

/** What is said where there is nothing of that. */
const nothing = { member: 'remove.account', guest: 'remove.undo' } as const

/** What it means to remove somebody. */
function Look({ id, name, kind: who }: Props) {
  const { t } = useTranslation(['household', 'common'])
  const { data } = useOperation('recognition.removal', { id })
  const goes = data?.goes.counts ?? {}
  const kinds = shown.filter((kind) => (goes[kind] ?? 0) > 0)
  const stays = data?.stays.counts['memories'] ?? 0
  return (
    <Stack gap="xs">
      {data?.last_admin && <Alert color="red">{t('common:failure.last_admin')}</Alert>}
      <Text>{who === 'guest' ? t('remove.guest') : t('remove.at_once', { name })}</Text>
      <Text>{t(kinds.length === 0 ? nothing[who] : 'remove.goes', { count: data?.undo_days ?? 7 })}</Text>
      {kinds.length > 0 && (
        <List>
          {kinds.map((kind) => (
            <List.Item key={kind}>{t(`remove.${kind}`, { count: goes[kind] ?? 0 })}</List.Item>
          ))}
        </List>
      )}
      {stays > 0 && <Text>{t('remove.stays', { count: stays, name })}</Text>}
    </Stack>
  )
}
