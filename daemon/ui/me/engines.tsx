import { Button, Group, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { enginesOf, useEngineConsent } from '../api/engines.ts'
import { useOperation } from '../api/operations.ts'
import { showDone } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { RowList, Section } from '../parts/section.tsx'
import { useStepUp } from '../parts/step-up.tsx'

/** The model servers that may be given what is the member's, and the one of the household that waits to be agreed to. */
export function Engines() {
  const { t } = useTranslation('me')
  const box = useRef<HTMLElement>(null)
  const profile = useOperation('auth.profile')
  const { data: context } = useOperation('conversation.context')
  const decide = useEngineConsent()
  const { run, dialog } = useStepUp()
  const change = (origin: string, agrees: boolean) =>
    run(async () => {
      await decide(origin, agrees)
      showDone(t(agrees ? 'engines.agreed' : 'engines.withdrawn', { origin }))
      box.current?.focus()
    })
  const wanted = context?.consent_needed
  return (
    <Section ref={box} title={t('engines.title')} lead={t('engines.lead')}>
      <Loaded of={profile}>
        {({ preferences }) => {
          const agreed = enginesOf(preferences)
          if (agreed.length === 0 && !wanted) return <Text c="dimmed">{t('engines.none')}</Text>
          return (
            <RowList label={t('engines.title')}>
              {wanted && (
                <EngineRow origin={wanted.origin} text={t('engines.wanted', { model: wanted.model })}>
                  <Button
                    variant="light"
                    aria-label={t('engines.use_this', { origin: wanted.origin })}
                    onClick={() => change(wanted.origin, true)}
                  >
                    {t('engines.use')}
                  </Button>
                </EngineRow>
              )}
              {agreed.map((origin) => (
                <EngineRow key={origin} origin={origin} text={t('engines.may')}>
                  <Button
                    variant="default"
                    aria-label={t('engines.withdraw_this', { origin })}
                    onClick={() => change(origin, false)}
                  >
                    {t('engines.withdraw')}
                  </Button>
                </EngineRow>
              ))}
            </RowList>
          )
        }}
      </Loaded>
      {dialog}
    </Section>
  )
}

interface RowProps {
  readonly origin: string
  readonly text: string
  /** What can be done about it. */
  readonly children: React.ReactNode
}

function EngineRow({ origin, text, children }: RowProps) {
  return (
    <Group component="li" justify="space-between" py="xs">
      <Stack gap={2} miw={0} flex="1 1 14rem">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {origin}
        </Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </Stack>
      {children}
    </Group>
  )
}
