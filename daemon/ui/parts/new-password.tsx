import { Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStart } from '../api/start.ts'
import { PasswordField } from './password-field.tsx'
import { type PasswordRule, readMeter } from './password-meter.ts'
import { passwordScore } from './password-strength.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What an attacker would try first: the names of whoever it is for. */
  readonly known: readonly string[]
  readonly error?: React.ReactNode
}

/** Until it is known what the daemon wants, nothing is too little. */
const anything: PasswordRule = { min_length: 0, min_score: 0 }

/** A field for a new password, with how hard that is to guess. */
export function NewPassword({ label, value, onChange, known, error }: Props) {
  const { t } = useTranslation()
  const { password: rule = anything } = useStart() ?? {}
  const meter = readMeter(value, useScore(value, known), rule)
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

function useScore(password: string, known: readonly string[]): number {
  const [score, setScore] = useState(0)
  const names = known.join(' ')
  useEffect(() => {
    let current = true
    const measure = async () => {
      const found = await passwordScore(password, names.split(' '))
      if (current) setScore(found)
    }
    void measure()
    return () => {
      current = false
    }
  }, [password, names])
  return score
}
