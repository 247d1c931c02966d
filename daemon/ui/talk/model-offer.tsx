import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { useMember } from '../api/session.ts'
import { useChangePreferences } from '../api/use-change-preferences.ts'
import { showFailure } from '../parts/feedback.tsx'
import classes from './engine-question.module.css'

interface Props {
  readonly name: string
  readonly onDeclined: () => void
}

/** Tells an admin, once, that a language model could write the replies; nothing where one does or is on its way. */
export function ModelOffer(props: Props) {
  const { roles } = useMember()
  return roles.includes('admin') ? <OfferOnce {...props} /> : null
}

function OfferOnce({ name, onDeclined }: Props) {
  const { t } = useTranslation('talk')
  const text = useId()
  const navigate = useNavigate()
  const profile = useOperation('auth.profile')
  const engine = useOperation('engine.current')
  const { mutate: change } = useChangePreferences({ onError: showFailure })
  const isSet = !engine.data || engine.data.engine !== 'builtin' || engine.data.next !== null
  if (isSet || !profile.data || profile.data.preferences['model_offer'] === false) return null
  const once = () => change((before) => ({ ...before, model_offer: false }))
  return (
    <div className={classes['place']}>
      <Card component="section" aria-labelledby={text} p="sm">
        <Stack gap="xs">
          <Text id={text} size="sm" className={classes['text'] ?? ''}>
            {t('model_offer.text', { name })}
          </Text>
          <Group gap="xs">
            <Button
              variant="light"
              mih={40}
              onClick={() => {
                once()
                void navigate({ to: '/welcome', search: { section: 'engine' } })
              }}
            >
              {t('model_offer.show')}
            </Button>
            <Button
              variant="default"
              mih={40}
              onClick={() => {
                once()
                onDeclined()
              }}
            >
              {t('model_offer.no')}
            </Button>
          </Group>
        </Stack>
      </Card>
    </div>
  )
}
