import { Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordField } from './password-field.tsx'
import { passwordScore } from './password-strength.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What an attacker would try first: the names of whoever it is for. */
  readonly known: readonly string[]
  readonly error?: React.ReactNode
}

const scores = [0, 1, 2, 3, 4] as const
const colors = ['red', 'orange', 'yellow', 'lime', 'teal'] as const

/** A field for a new password, with how hard that is to guess. */
export function NewPassword({ label, value, onChange, known, error }: Props) {
  const { t } = useTranslation()
  const score = useScore(value, known)
  return (
    <Stack gap={6}>
      <PasswordField
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="new-password"
        minLength={8}
        error={error}
      />
      <Progress
        value={value === '' ? 0 : 20 + score * 20}
        color={colors[score]}
        size="sm"
        aria-label={t('password.strength')}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {value === '' ? t('password.hint') : t(`password.score_${score}`)}
      </Text>
    </Stack>
  )
}

function useScore(password: string, known: readonly string[]): (typeof scores)[number] {
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
  return scores[score] ?? 0
}
