import { ActionIcon, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArchive,
  IconArrowBackUp,
  IconDotsVertical,
  IconListSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Interaction, nameOf } from '../../client/interaction.ts'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { canReopen } from './filter.ts'
import { useDismissal, useTransition } from './use-transition.ts'

interface Props {
  readonly interaction: Interaction
  readonly onDetails: () => void
}

/** What can be done beside answering: look closer, put aside, take up again, cancel. */
export function EntryMenu({ interaction, onDetails }: Props) {
  const { t } = useTranslation('inbox')
  const { interaction_id, status, requirement, interaction_type } = interaction
  const { dismiss, reopen } = useDismissal(interaction_id)
  const cancel = useTransition('interactions.cancel')
  const [asks, { open: ask, close }] = useDisclosure()
  const title = nameOf(interaction)
  const optional = status === 'pending' && requirement === 'optional' && interaction_type !== 'ack'
  const open = status === 'pending' || status === 'deferred' || canReopen(interaction)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('menu.label', { title })}>
            <IconDotsVertical size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconListSearch size={18} aria-hidden />} onClick={onDetails}>
            {t('menu.details')}
          </Menu.Item>
          {optional && (
            <Menu.Item leftSection={<IconArchive size={18} aria-hidden />} onClick={dismiss}>
              {t('menu.dismiss')}
            </Menu.Item>
          )}
          {canReopen(interaction) && (
            <Menu.Item leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={reopen}>
              {t('menu.reopen')}
            </Menu.Item>
          )}
          {open && (
            <Menu.Item
              c="var(--mantine-color-red-light-color)"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={ask}
            >
              {t('menu.cancel')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asks}
        onClose={close}
        title={t('cancel.title')}
        action={t('cancel.act')}
        keep={t('cancel.keep')}
        danger
        onConfirm={() => void cancel.run({ interaction_id }, t('done.cancel'))}
      >
        <Text>{t('cancel.text', { title })}</Text>
      </ConfirmDialog>
    </>
  )
}
