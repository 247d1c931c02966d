import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { signOut } from '../api/session.ts'
import { download } from '../parts/download.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { Section } from '../parts/section.tsx'
import { useStepUp, wantsPassword } from '../parts/step-up.tsx'
import { dangerColor } from '../theme.ts'

/** What came of a deletion: the id of its receipt, and the receipt. */
interface Receipted {
  readonly receipt_id: string
  readonly receipt: string
}

interface Props {
  readonly texts: {
    readonly title: string
    readonly lead: string
    /** What goes, a line each. */
    readonly goes: readonly string[]
    readonly stays: string
    readonly open: string
    readonly sure: string
    readonly submit: string
    readonly done: string
    readonly doneText: string
  }
  /** The word that is to be typed; the same in every language. */
  readonly word: string
  /** Whether the receipt is saved without being asked for: nobody comes back for it. */
  readonly saves: boolean
  /** Deletes, with the password of the member. */
  readonly act: (password: string) => Promise<Receipted>
}

/** Has something deleted for good: says what goes and what stays, asks, and hands the receipt over. */
export function Deletion({ texts, word, saves, act }: Props) {
  const { t } = useTranslation('me')
  const [opened, { open, close }] = useDisclosure()
  const { run, dialog, asking } = useStepUp()
  const finish = ({ receipt_id, receipt }: Receipted) => {
    const save = () =>
      download(`companion-receipt-${receipt_id.slice(0, 8)}.jws`, receipt, 'application/jose')
    if (saves) save()
    // Outside of this page, which goes with the session.
    notifications.show({
      color: 'teal',
      autoClose: false,
      title: texts.done,
      message: (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{texts.doneText}</Text>
          <Button variant="default" mih={40} onClick={save}>
            {t(saves ? 'receipt.again' : 'receipt.save')}
          </Button>
        </Stack>
      ),
    })
    void signOut()
  }
  return (
    <Section title={texts.title} lead={texts.lead}>
      <List spacing={4}>
        {texts.goes.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Text>{texts.stays}</Text>
      <Group>
        <Button variant="default" c={dangerColor} mih={40} onClick={open}>
          {texts.open}
        </Button>
      </Group>
      <Modal opened={opened && !asking} onClose={close} title={texts.title}>
        <DeletionForm
          texts={texts}
          word={word}
          onCancel={close}
          onSubmit={(password, failed) =>
            run(async () => {
              try {
                finish(await act(password))
              } catch (error) {
                if (wantsPassword(error)) throw error
                failed(error)
              }
            })
          }
        />
      </Modal>
      {dialog}
    </Section>
  )
}

interface FormProps extends Pick<Props, 'texts' | 'word'> {
  readonly onCancel: () => void
  readonly onSubmit: (password: string, failed: (error: unknown) => void) => void
}

/** Asks twice over: for the password, and for a word that nobody types by accident. */
function DeletionForm({ texts, word, onCancel, onSubmit }: FormProps) {
  const { t } = useTranslation(['me', 'common'])
  const form = useForm<{ password: string; typed: string; busy: boolean; error: unknown }>({
    initialValues: { password: '', typed: '', busy: false, error: null },
  })
  const { busy, error } = form.values
  const submit = ({ password }: typeof form.values) => {
    form.setValues({ busy: true, error: null })
    onSubmit(password, (refusal) => {
      const isWrong = refusal instanceof ApiError && refusal.code === 'INVALID_CREDENTIALS'
      form.setValues({ password: '', busy: false, error: isWrong ? null : refusal })
      if (isWrong) form.setFieldError('password', t('password.wrong'))
    })
  }
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text>{texts.sure}</Text>
        {error instanceof Error && <FailureAlert error={error} />}
        <PasswordField data-autofocus {...form.getInputProps('password')} />
        <TextInput
          label={t('reset.type', { word })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...form.getInputProps('typed')}
        />
        <Group justify="flex-end">
          <Button variant="default" mih={40} onClick={onCancel}>
            {t('common:action.cancel')}
          </Button>
          <Button
            type="submit"
            color="red.9"
            mih={40}
            loading={busy}
            disabled={form.values.typed.trim() !== word || form.values.password === ''}
          >
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
