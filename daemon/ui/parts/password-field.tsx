import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A field for a password, which can be looked at. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      label={t('password.label')}
      autoComplete="current-password"
      required
      maxLength={256}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
      {...props}
    />
  )
}
