import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OperationName } from '../../client/types.ts'
import { useAction } from '../api/operations.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'

interface Props {
  readonly model: { readonly id: string; readonly title: string }
  /** What tells of the model. */
  readonly touches: readonly OperationName[]
  /** How high the button is at least, in pixels. */
  readonly height?: number
}

/** Removes the file of a model from the machine, once that was confirmed. */
export function RemoveModel({ model: { id, title }, touches, height }: Props) {
  const { t } = useTranslation('system')
  const remove = useAction('models.remove', touches)
  return (
    <Confirm
      title={t('models.remove_title', { title })}
      action={t('models.remove')}
      onConfirm={() =>
        remove.mutate(
          { id },
          { onError: showFailure, onSuccess: () => showDone(t('models.removed', { title })) },
        )
      }
      target={(open) => (
        <Button
          variant="default"
          {...(height !== undefined && { mih: height })}
          loading={remove.isPending}
          onClick={open}
          aria-label={t('models.remove_of', { title })}
        >
          {t('models.remove')}
        </Button>
      )}
    >
      <Text>{t('models.remove_text')}</Text>
    </Confirm>
  )
}
