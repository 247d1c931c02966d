import { Button, PasswordInput, SimpleGrid, Stack } from '@mantine/core'
import { IconArrowRight, IconBackspace } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { anonymous, signIn } from '../api/session.ts'
import { FailureAlert } from '../parts/feedback.tsx'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
/** The digits of the longest PIN, and of the shortest. */
const longest = 4
const shortest = 2

/** The pad on which the people of a paired device give their PINs, by finger or by keyboard. */
export function PinPad() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [pin, setPin] = useState('')
  const enter = useMutation({
    mutationFn: (given: string) => {
      const recognition = { kind: 'pin', pin: given } as const
      return signIn((options) => anonymous.call('auth.login', { recognition }, options), true)
    },
    onError: () => {
      setPin('')
      // It may have been one wrong PIN too many.
      void cache.invalidateQueries({ queryKey: ['pins.pad'] })
    },
  })
  const give = (given: string) => {
    if (given.length >= shortest && !enter.isPending) enter.mutate(given)
  }
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, longest)
    setPin(digits)
    if (digits.length === longest && digits !== pin) give(digits)
  }
  const digit = (key: string) => (
    <Button key={key} variant="default" h={56} fz="xl" onClick={() => type(pin + key)}>
      {key}
    </Button>
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        give(pin)
      }}
    >
      <Stack>
        {enter.error && <FailureAlert error={enter.error} />}
        <PasswordInput
          label={t('pin.label')}
          description={t('pin.text')}
          inputMode="none"
          autoComplete="off"
          value={pin}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          visible={false}
          rightSection={<span />}
          styles={{ innerInput: { textAlign: 'center', letterSpacing: '0.5em' } }}
          data-autofocus
          autoFocus
        />
        <SimpleGrid cols={3} spacing="xs" role="group" aria-label={t('pin.pad')}>
          {keys.map(digit)}
          <Button
            variant="default"
            h={56}
            aria-label={t('pin.back')}
            disabled={pin === ''}
            onClick={() => type(pin.slice(0, -1))}
          >
            <IconBackspace aria-hidden />
          </Button>
          {digit('0')}
          <Button
            type="submit"
            h={56}
            aria-label={t('sign_in.submit')}
            loading={enter.isPending}
            disabled={pin.length < shortest}
          >
            <IconArrowRight aria-hidden />
          </Button>
        </SimpleGrid>
      </Stack>
    </form>
  )
}
