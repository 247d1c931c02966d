import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction, useOperation } from '../api/operations.ts'
import { memberChanged } from '../api/session.ts'
import { FailureAlert, showDone } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Section } from '../parts/section.tsx'

type Member = OutputOf<'auth.profile'>

/** Who the member is to the household and to the companion. */
export function Profile() {
  const { t } = useTranslation('me')
  const profile = useOperation('auth.profile')
  return (
    <Section title={t('profile.title')}>
      <Loaded of={profile}>
        {(member) => (
          <Stack>
            <Facts member={member} />
            <ProfileForm member={member} />
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

function Facts({ member: { username, roles, trust_level, created_at } }: { readonly member: Member }) {
  const { t, i18n } = useTranslation('me')
  const since = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(new Date(created_at))
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text fw={600}>{username}</Text>
        {roles.includes('admin') && (
          <Badge variant="light" tt="none">
            {t('profile.admin')}
          </Badge>
        )}
        <Badge variant="dot" tt="none" color={trust_level === 'trusted' ? 'teal' : 'gray'}>
          {t(`profile.${trust_level}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {t('profile.since', { since })} {t(`profile.${trust_level}_text`)}
      </Text>
    </Stack>
  )
}

function ProfileForm({ member: { full_name, relationship } }: { readonly member: Member }) {
  const { t } = useTranslation(['me', 'common'])
  const filled = (value: string) => (value.trim() === '' ? t('profile.empty') : null)
  const form = useForm({
    initialValues: { full_name, relationship },
    validate: { full_name: filled, relationship: filled },
  })
  const save = useAction('auth.update_profile', ['auth.profile'])
  const submit = (values: typeof form.values) =>
    save.mutate(values, {
      onSuccess: (member) => {
        memberChanged(member)
        form.resetDirty(values)
        showDone(t('common:action.saved'))
      },
    })
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack maw={420}>
        {save.error && <FailureAlert error={save.error} />}
        <TextInput
          label={t('profile.full_name')}
          description={t('profile.full_name_text')}
          autoComplete="name"
          maxLength={200}
          required
          {...form.getInputProps('full_name')}
        />
        <TextInput
          label={t('profile.relationship')}
          description={t('profile.relationship_text')}
          maxLength={200}
          required
          {...form.getInputProps('relationship')}
        />
        <Group>
          <Button type="submit" mih={40} loading={save.isPending} disabled={!form.isDirty()}>
            {t('common:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
