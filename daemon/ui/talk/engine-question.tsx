import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useEngineConsent } from '../api/engines.ts'
import { useMemberPlace } from '../api/use-member-place.ts'
import { showDone } from '../parts/feedback.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import classes from './engine-question.module.css'

interface Props {
  readonly name: string
  readonly server: NonNullable<OutputOf<'conversation.context'>['consent_needed']>
  readonly onDecided: () => void
}

/** Asks whether the model server of the household may be given what is the member's; deferred until the tab is closed. */
export function EngineQuestion({ name, server: { origin, host, model }, onDecided }: Props) {
  const { t } = useTranslation('talk')
  const text = useId()
  const place = useMemberPlace('engine-deferred')
  const [deferred, setDeferred] = useState(() => place.load())
  const agree = useEngineConsent()
  const { run, dialog } = useStepUp()
  if (deferred === origin) return null
  const later = () => {
    place.save(origin)
    setDeferred(origin)
    showDone(t('engine.later'))
    onDecided()
  }
  const use = () =>
    run(async () => {
      await agree(origin, true)
      onDecided()
    })
  return (
    <div className={classes['place']}>
      <Card component="section" aria-labelledby={text} p="sm">
        <Stack gap="xs">
          <Text id={text} size="sm" className={classes['text'] ?? ''}>
            {t('engine.question', { host, model, name })}
          </Text>
          <Group gap="xs">
            <Button variant="light" mih={40} onClick={use}>
              {t('engine.use')}
            </Button>
            <Button variant="default" mih={40} onClick={later}>
              {t('engine.not_now')}
            </Button>
          </Group>
        </Stack>
      </Card>
      {dialog}
    </div>
  )
}
