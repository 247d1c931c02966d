import { Autocomplete, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import type { SignedIn } from '../../client/tokens.ts'
import { app } from '../api/app.ts'
import { anonymous, signIn } from '../api/session.ts'
import { useStart } from '../api/start.ts'
import { failureText } from '../parts/failure-text.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { NewPassword } from '../parts/password-field.tsx'
import { useRelationships } from './use-relationships.ts'
import { usernameOf } from './username.ts'

/** Makes an account with the code of an empty home or of an invitation, and signs in with it. */
export function AccountStep() {
  const { t } = useTranslation(['welcome', 'common'])
  const { searchStr } = useLocation()
  const owner = useStart()?.setup_needed ?? true
  const { kind, code: sent } = codesOf(searchStr, owner)
  const relationships = useRelationships()
  const form = useForm({
    initialValues: { code: sent, full_name: '', username: '', relationship: '', password: '' },
  })
  const register = useMutation({
    mutationFn: async ({ code, username, ...rest }: typeof form.values) => {
      const name = username.trim() || usernameOf(rest.full_name)
      const relationship = rest.relationship.trim() || t(owner ? 'account.owner' : 'account.family')
      const person = { ...rest, relationship, username: name, [kind]: code.trim() }
      // With a code it is the answer of a login.
      await signIn(
        async (options) => (await anonymous.call('auth.register', person, options)) as SignedIn,
        app !== null,
      )
    },
    onError: (error) => {
      const at = fieldAt(error)
      if (at !== null) form.setFieldError(at, failureText(error))
    },
  })
  const { error } = register
  const { full_name, username, password } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => register.mutate(values))}>
      <Stack>
        {error && fieldAt(error) === null && <FailureAlert error={error} />}
        {(sent === '' || fieldAt(error) === 'code') && (
          <TextInput
            label={t(owner ? 'account.setup_code' : 'account.invitation_code')}
            description={t(owner ? 'account.setup_code_where' : 'account.invitation_code_where')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
            {...form.getInputProps('code')}
          />
        )}
        <TextInput
          label={t('account.full_name')}
          autoComplete="name"
          maxLength={200}
          required
          {...form.getInputProps('full_name')}
        />
        <TextInput
          label={t('account.username')}
          placeholder={usernameOf(full_name)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          required={usernameOf(full_name) === ''}
          {...form.getInputProps('username')}
        />
        {!owner && (
          <Autocomplete
            label={t('account.relationship')}
            data={relationships}
            maxLength={200}
            {...form.getInputProps('relationship')}
          />
        )}
        <NewPassword
          label={t('common:password.label')}
          value={password}
          onChange={(value) => form.setFieldValue('password', value)}
          ownWords={[full_name, username]}
          error={form.errors['password']}
        />
        <Button type="submit" size="md" loading={register.isPending}>
          {t('account.submit')}
        </Button>
        {!owner && (
          <Button component={Link} to="/talk" variant="subtle">
            {t('account.have_one')}
          </Button>
        )}
      </Stack>
    </form>
  )
}

/** The field of the form that a refusal is about; null where it is about none of them. */
function fieldAt(error: unknown): 'password' | 'code' | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'PASSWORD_REJECTED') return 'password'
  const { field } = error.details
  return field === 'setup_code' || field === 'invitation_code' ? 'code' : null
}

/** With what somebody may join: the code of an empty home, or an invitation. */
interface Codes {
  readonly kind: 'setup_code' | 'invitation_code'
  /** As it stands in the address, where somebody was sent here; else empty. */
  readonly code: string
}

/** The codes of an address: `?code=` of a setup, `?invitation=` of an invitation. */
function codesOf(search: string, setup_needed: boolean): Codes {
  const given = new URLSearchParams(search)
  return setup_needed
    ? { kind: 'setup_code', code: given.get('code') ?? '' }
    : { kind: 'invitation_code', code: given.get('invitation') ?? '' }
}
