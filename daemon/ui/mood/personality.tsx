import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showKnown, useAction, useOperation } from '../api/operations.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import classes from './mood.module.css'
import { adjustmentOf, type Nature, natureOf, personalityQueries } from './nature.ts'
import { Snapshots } from './snapshots.tsx'
import { Temperament } from './temperament.tsx'

interface Props {
  /** What is not saved yet; null where that is nothing. */
  readonly draft: Nature | null
  readonly onDraft: React.Dispatch<React.SetStateAction<Nature | null>>
}

/** How the companion is by nature, to be changed, and what it was before. */
export function Personality({ draft, onDraft }: Props) {
  const { t } = useTranslation(['mood', 'common'])
  const current = useOperation('personality.current')
  const adjusting = useAction('personality.adjust', personalityQueries)
  return (
    <Stack gap="xl">
      <Text c="dimmed">{t('personality.lead')}</Text>
      <Loaded of={current}>
        {(personality) => {
          const saved = natureOf(personality)
          const nature = draft ?? saved
          const adjustment = adjustmentOf(saved, nature)
          const save = () => {
            if (!adjustment) return
            adjusting.mutate(adjustment, {
              onError: showFailure,
              onSuccess: (saved) => {
                showKnown('personality.current', {}, saved)
                // What was changed meanwhile is not saved yet.
                onDraft((now) => (now === draft ? null : now))
                showDone(t('common:action.saved'))
              },
            })
          }
          return (
            <Stack>
              <Temperament {...nature} onChange={onDraft} />
              {draft && (
                <Group justify="flex-end" className={classes['bar'] ?? ''}>
                  <Text size="sm" c="dimmed" flex={1} role="status">
                    {adjustment ? t('personality.unsaved') : ''}
                  </Text>
                  <Button variant="default" h={40} onClick={() => onDraft(null)}>
                    {t('personality.revert')}
                  </Button>
                  <Button
                    h={40}
                    disabled={!adjustment || nature.name.trim() === ''}
                    loading={adjusting.isPending}
                    onClick={save}
                  >
                    {t('common:action.save')}
                  </Button>
                </Group>
              )}
            </Stack>
          )
        }}
      </Loaded>
      <Snapshots onRestored={() => onDraft(null)} />
    </Stack>
  )
}
