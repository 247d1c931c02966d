import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconUserHeart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAction, useLive } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { FailureAlert, showDone } from '../parts/feedback.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { maxPage } from '../parts/pages.ts'
import { RowList, Section } from '../parts/section.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { RemovePerson } from './remove-person.tsx'

/** Those whom the companion knows and who have no account. */
export function Guests() {
  const { t } = useTranslation('household')
  const family = useLive('recognition.family', maxPage)
  return (
    <Section title={t('guests.title')} lead={t('guests.lead')} actions={<Introduce />}>
      <LiveLoaded of={family} lines={1}>
        {({ items }) => {
          const guests = items.filter(({ kind }) => kind === 'guest')
          if (guests.length === 0)
            return <Empty icon={IconUserHeart} title={t('guests.none')} text={t('guests.none_text')} />
          return (
            <RowList label={t('guests.title')}>
              {guests.map(({ person_uuid, full_name, relationship, related_to }) => (
                <Group component="li" key={person_uuid} justify="space-between" gap="sm" py="sm">
                  <Stack gap={2} miw={0}>
                    <Text fw={600}>{full_name}</Text>
                    <Text size="sm" c="dimmed">
                      {t(related_to === null ? 'guests.is' : 'guests.is_of', {
                        relationship,
                        name: items.find((one) => one.person_uuid === related_to)?.full_name ?? '…',
                      })}
                    </Text>
                  </Stack>
                  <RemovePerson id={person_uuid} name={full_name} kind="guest" />
                </Group>
              ))}
            </RowList>
          )
        }}
      </LiveLoaded>
    </Section>
  )
}

/** Who was removed, as long as that can be undone. */
export function Removed() {
  const { t, i18n } = useTranslation('household')
  const { data } = useLive('recognition.family', { ...maxPage, removed: true })
  const restore = useAction('recognition.restore', ['recognition.family', 'members.list'])
  const { run, dialog } = useStepUp()
  const bring = async (id: string, name: string) => {
    await restore.mutateAsync({ id })
    showDone(t('removed.done', { name }))
  }
  if (!data || data.items.length === 0) return dialog
  const left = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' })
  const daysTo = (until: string | null) => Math.ceil((Date.parse(until ?? '') - Date.now()) / 86_400_000)
  return (
    <Section title={t('removed.title')} lead={t('removed.lead')}>
      <RowList label={t('removed.title')}>
        {data.items.map(({ person_uuid, full_name, erased_at }) => (
          <Group component="li" key={person_uuid} justify="space-between" gap="sm" py="sm">
            <Stack gap={2} miw={0}>
              <Text fw={600}>{full_name}</Text>
              <Text size="sm" c="dimmed">
                {t('removed.until', { when: left.format(daysTo(erased_at), 'day') })}
              </Text>
            </Stack>
            <Button
              variant="default"
              mih={40}
              onClick={() => run(() => bring(person_uuid, full_name))}
              aria-label={t('removed.restore_of', { name: full_name })}
            >
              {t('removed.restore')}
            </Button>
          </Group>
        ))}
      </RowList>
      {dialog}
    </Section>
  )
}

/** Makes the companion know somebody without an account. */
function Introduce() {
  const { t } = useTranslation('household')
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" mih={40} onClick={open}>
        {t('introduce.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('introduce.open')}>
        <IntroduceForm onDone={close} />
      </Modal>
    </>
  )
}

function IntroduceForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('household')
  const filled = (value: string) => (value.trim() === '' ? t('add.empty') : null)
  const form = useForm({
    initialValues: { full_name: '', relationship: '' },
    validate: { full_name: filled, relationship: filled },
  })
  const introduce = useAction('recognition.introduce', ['recognition.family'])
  return (
    <form
      onSubmit={form.onSubmit((person) =>
        introduce.mutate(person, {
          onSuccess: ({ person: { full_name } }) => {
            showDone(t('introduce.done', { name: full_name }))
            onDone()
          },
        }),
      )}
    >
      <Stack>
        <Text c="dimmed">{t('introduce.lead')}</Text>
        {introduce.error && <FailureAlert error={introduce.error} />}
        <TextInput
          label={t('add.full_name')}
          autoComplete="off"
          maxLength={200}
          required
          data-autofocus
          {...form.getInputProps('full_name')}
        />
        <TextInput
          label={t('introduce.relationship')}
          autoComplete="off"
          maxLength={200}
          required
          {...form.getInputProps('relationship')}
        />
        <Group justify="flex-end">
          <Button type="submit" mih={40} loading={introduce.isPending}>
            {t('introduce.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
