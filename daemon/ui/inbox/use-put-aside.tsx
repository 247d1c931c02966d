import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { useTransition } from './use-transition.ts'

/** Puts an interaction aside, which can be undone at once or later. */
export function usePutAside(interaction_id: string) {
  const { t } = useTranslation(['inbox', 'common'])
  const dismiss = useTransition('interactions.dismiss')
  const reopen = useTransition('interactions.reopen')
  const takeUp = () => void reopen.run({ interaction_id }, t('done.reopen'))
  const offerUndo = () => {
    const id = notifications.show({
      color: 'teal',
      autoClose: 10_000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{t('done.dismiss')}</Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              notifications.hide(id)
              takeUp()
            }}
          >
            {t('common:act.undo')}
          </Button>
        </Group>
      ),
    })
  }
  return { putAside: () => void dismiss.run({ interaction_id }, offerUndo), takeUp }
}
