import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction, useLive } from '../api/operations.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { bytesText, shareOf } from '../system/formats.ts'
import { Offer } from './offer.tsx'

type Model = OutputOf<'models.list'>['items'][number]

/**
 * Offers the model that finds memories best, with one click: for pages in English the one that is recommended, for others
 * one that knows many languages; nothing where there is none to offer.
 */
export function SearchModel() {
  const { t, i18n } = useTranslation('welcome')
  const english = /^en\b/.test(i18n.language)
  const { data: models } = useLive('models.list', { limit: 200 })
  const { data: used } = useLive('memory.model')
  const suits = ({ recommended, language }: Model) => (english ? recommended : language === 'mul')
  const model = models?.items.find((one) => one.purpose === 'embedding' && suits(one))
  if (!model || !used) return null
  return (
    <Offer title={t('search.title')} text={t(english ? 'search.text' : 'search.text_languages')}>
      <State model={model} chosen={[used.model, used.next?.model].includes(model.id)} />
    </Offer>
  )
}

interface Props {
  readonly model: Model
  /** Whether memories are found with it, or will be once it is here. */
  readonly chosen: boolean
}

function State({ model, chosen }: Props) {
  const { t } = useTranslation('welcome')
  const { state, progress, error } = model
  if (state === 'downloading') {
    const share = shareOf(progress.bytes, progress.total)
    return (
      <Group wrap="nowrap">
        <Progress value={share} flex={1} animated aria-label={t('search.downloading')} />
        <Text size="sm">{t('search.share', { share: Math.round(share) })}</Text>
      </Group>
    )
  }
  if (chosen && state !== 'failed' && state !== 'missing')
    return (
      <Text size="sm" role="status">
        {t('search.done')}
      </Text>
    )
  return (
    <>
      {error !== null && (
        <Alert color="red" variant="light" role="alert" title={t('search.failed')}>
          {error}
        </Alert>
      )}
      <Get model={model} />
    </>
  )
}

function Get({ model: { id, state, progress } }: { readonly model: Model }) {
  const { t, i18n } = useTranslation('welcome')
  const change = useAction('memory.change_model', ['memory.model', 'models.list'])
  const here = state === 'embedded' || state === 'ready'
  return (
    <>
      {change.error && <FailureAlert error={change.error} />}
      <Group>
        <Button
          variant="light"
          loading={change.isPending}
          onClick={() => change.mutate({ model: id, download: true })}
        >
          {here
            ? t('search.use')
            : t(state === 'failed' ? 'search.again' : 'search.get', {
                size: bytesText(progress.total, i18n.language),
              })}
        </Button>
      </Group>
    </>
  )
}
