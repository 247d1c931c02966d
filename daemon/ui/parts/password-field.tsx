import { PasswordInput, type PasswordInputProps, Progress, Stack, Text } from '@mantine/core'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStart } from '../api/start.ts'
import { type PasswordRule, readMeter } from './password-meter.ts'

let estimator: Promise<ZxcvbnFactory> | undefined
/** Until it is known what the daemon wants, nothing is too little. */
const anything: PasswordRule = { min_length: 0, min_score: 0 }

/** A field for a password, which can be looked at. */
export function PasswordField({ label, ...props }: PasswordInputProps & { readonly label?: string }) {
  const { t } = useTranslation()
  const name = label ?? t('password.label')
  return (
    <PasswordInput
      label={name}
      autoComplete="current-password"
      required
      maxLength={256}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show', { name }), tabIndex: 0 }}
      {...props}
    />
  )
}

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What an attacker would try first: the names of whoever it is for. */
  readonly ownWords: readonly string[]
  readonly error?: React.ReactNode
}

/** A field for a new password, with how hard that is to guess. */
export function NewPassword({ label, value, onChange, ownWords, error }: Props) {
  const { t } = useTranslation()
  const { password: rule = anything } = useStart() ?? {}
  const meter = readMeter(value, useScore(value, ownWords), rule)
  return (
    <Stack gap={6}>
      <PasswordField
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="new-password"
        minLength={rule.min_length}
        error={error}
      />
      <Progress value={meter.value} color={meter.color} size="sm" aria-label={t('password.strength')} />
      <Text size="sm" c="dimmed" aria-live="polite">
        {t(`password.${meter.text}`, { length: rule.min_length })}
      </Text>
    </Stack>
  )
}

function useScore(password: string, ownWords: readonly string[]): number {
  const [score, setScore] = useState(0)
  const names = ownWords.join(' ')
  useEffect(() => {
    let current = true
    const measure = async () => {
      const result = await passwordScore(password, names.split(' '))
      if (current) setScore(result)
    }
    void measure()
    return () => {
      current = false
    }
  }, [password, names])
  return score
}

/**
 * How hard a password is to guess, 0 to 4, by zxcvbn; `ownWords` is what an attacker knows of its owner. It never leaves the
 * page. The dictionaries are loaded with the first password. The daemon has the last word.
 */
async function passwordScore(password: string, ownWords: readonly string[]): Promise<number> {
  if (password === '') return 0
  estimator ??= load()
  // Longer ones take the estimator seconds, and are good by then.
  return (await estimator).check(password.slice(0, 48), [...ownWords, 'companion']).score
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new Factory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  })
}
