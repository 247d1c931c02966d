import {
  Alert,
  Button,
  Checkbox,
  Code,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { useMember } from '../api/session.ts'
import { Copy } from '../parts/code.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { expiryOf, keyLifetimes, type KeyLifetime, type Scope, scopesFor } from './key-rules.ts'

interface NewKey {
  readonly name: string
  readonly key: string
}

/** Makes a key for a program, and shows it the one time that it can be seen. */
export function MakeKey() {
  const { t } = useTranslation('me')
  const [opened, { open, close }] = useDisclosure()
  const [made, setMade] = useState<NewKey | null>(null)
  const { run, dialog, asking } = useStepUp()
  return (
    <>
      <Button
        mih={40}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => {
          setMade(null)
          open()
        }}
      >
        {t('keys.open')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('keys.make_title')}
        closeOnEscape={!asking}
        closeOnClickOutside={made === null}
      >
        {made ? <MadeKey made={made} onClose={close} /> : <KeyForm run={run} onMade={setMade} />}
      </Modal>
      {dialog}
    </>
  )
}

interface Props {
  /** Does what may want the password once more. */
  readonly run: (act: () => Promise<unknown>) => void
  readonly onMade: (made: NewKey) => void
}

/** Which program it is for, what that may do, and for how long. */
function KeyForm({ run, onMade }: Props) {
  const { t } = useTranslation('me')
  const { roles } = useMember()
  const form = useForm<{ name: string; scopes: Scope[]; lifetime: KeyLifetime }>({
    initialValues: { name: '', scopes: ['read'], lifetime: 'never' },
    validate: {
      name: (name) => (name.trim() === '' ? t('keys.name_empty') : null),
      scopes: (scopes) => (scopes.length === 0 ? t('keys.scopes_empty') : null),
    },
  })
  const make = useAction('keys.create', ['keys.list'])
  const submit = ({ name, scopes, lifetime }: typeof form.values) =>
    run(async () => {
      const expires_at = expiryOf(lifetime, Date.now())
      const { key } = await make.mutateAsync({ name, scopes, ...(expires_at !== null && { expires_at }) })
      onMade({ name, key })
    })
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={t('keys.name')}
          placeholder={t('keys.name_example')}
          maxLength={64}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={t('keys.scopes')} {...form.getInputProps('scopes')}>
          <Stack gap="sm" mt="xs">
            {scopesFor(roles).map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={t(`scope.${scope}`)}
                description={t(`scope.${scope}_text`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          label={t('keys.lifetime')}
          data={keyLifetimes.map((value) => ({ value, label: t(`keys.lifetime_${value}`) }))}
          {...form.getInputProps('lifetime')}
        />
        <Group justify="flex-end">
          <Button type="submit" mih={40} loading={make.isPending}>
            {t('keys.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function MadeKey({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const { t } = useTranslation('me')
  const { name, key } = made
  return (
    <Stack>
      <Text>{t('keys.made_text', { name })}</Text>
      <Code
        block
        role="group"
        aria-label={t('keys.key')}
        style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
      >
        {key}
      </Code>
      <Alert color="yellow">{t('keys.once')}</Alert>
      <Group justify="flex-end">
        <Copy value={key} label={t('keys.copy')} />
        <Button mih={40} onClick={onClose}>
          {t('keys.done')}
        </Button>
      </Group>
    </Stack>
  )
}
