import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction, useOperation } from '../api/operations.ts'
import { BigCode } from '../parts/code.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { showDone } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Moment } from '../parts/moment.tsx'
import { Section } from '../parts/section.tsx'
import { useStepUp } from '../parts/step-up.tsx'

const touched = ['pins.get', 'pins.pad', 'profile.sessions'] as const

/** The member's PIN: whether there is one, where it works, and how to get one. */
export function PinSection() {
  const { t } = useTranslation(['me', 'common'])
  const state = useOperation('pins.get')
  const create = useAction('pins.create', touched)
  const replace = useAction('pins.replace', touched)
  const end = useAction('pins.end', touched)
  const { run, dialog } = useStepUp()
  const [pin, setPin] = useState<string | null>(null)
  const assign = (make: typeof create) => run(async () => setPin((await make.mutateAsync({})).pin))
  return (
    <Section title={t('pin.title')} lead={t('pin.lead')}>
      <Loaded of={state}>
        {({ assigned_at, digits, devices, assignable }) => (
          <Stack align="flex-start">
            <Text>
              {assigned_at === null ? (
                t('pin.none')
              ) : (
                <>
                  {t(`pin.there_${digits === 2 || digits === 3 ? digits : 4}`)} <Moment at={assigned_at} />
                </>
              )}
            </Text>
            {devices.length > 0 && (
              <Text size="sm" c="dimmed">
                {t('pin.devices')}:{' '}
                {devices
                  .map(({ name, takes_pin }) => (takes_pin ? name : `${name} (${t('pin.password_only')})`))
                  .join(', ')}
              </Text>
            )}
            {!assignable && <Text size="sm">{t('pin.pair_first')}</Text>}
            <Group gap="sm">
              {assignable && (
                <Button
                  mih={40}
                  variant={assigned_at === null ? 'filled' : 'default'}
                  loading={create.isPending || replace.isPending}
                  onClick={() => assign(assigned_at === null ? create : replace)}
                >
                  {t(assigned_at === null ? 'pin.get' : 'pin.replace')}
                </Button>
              )}
              {assigned_at !== null && (
                <Confirm
                  title={t('pin.end_title')}
                  action={t('pin.end')}
                  onConfirm={() =>
                    run(async () => {
                      await end.mutateAsync({})
                      showDone(t('pin.ended'))
                    })
                  }
                  target={(open) => (
                    <Button variant="default" mih={40} loading={end.isPending} onClick={open}>
                      {t('pin.end')}
                    </Button>
                  )}
                >
                  <Text>{t('pin.end_text')}</Text>
                </Confirm>
              )}
            </Group>
          </Stack>
        )}
      </Loaded>
      <Modal opened={pin !== null} onClose={() => setPin(null)} title={t('pin.shown_title')}>
        <Stack>
          <BigCode label={t('pin.shown_title')} code={pin ?? ''} />
          <Text>{t('pin.shown_text')}</Text>
          <Group justify="flex-end">
            <Button mih={40} onClick={() => setPin(null)} data-autofocus>
              {t('common:action.done')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      {dialog}
    </Section>
  )
}
