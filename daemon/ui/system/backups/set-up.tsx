import { Alert, Button, Center, Group, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../api/operations.ts'
import { Copy, QrCode } from '../../parts/code.tsx'
import { FailureAlert } from '../../parts/feedback.tsx'
import { useStepUp, wantsPassword } from '../../parts/step-up.tsx'

const kinds = ['folder', 'webdav', 's3'] as const
type Kind = (typeof kinds)[number]

const nothing = { folder: '', address: '', bucket: '', region: '', user: '', password: '' }
type Fields = typeof nothing

/** What was typed, as the daemon takes it. */
function destinationOf(kind: Kind, fields: Fields) {
  const { folder, address, bucket, region, user, password } = fields
  if (kind === 'folder') return { location: folder.trim() }
  const credentials = user.trim() === '' ? {} : { storage_user: user.trim(), storage_password: password }
  if (kind === 'webdav') return { location: address.trim(), ...credentials }
  const query = region.trim() === '' ? '' : `?region=${encodeURIComponent(region.trim())}`
  return { location: `s3+${address.trim().replace(/\/+$/, '')}/${bucket.trim()}${query}`, ...credentials }
}

interface SetUpProps {
  /** The one that is set. */
  readonly location: string
  readonly onCancel: () => void
  readonly onDone: (words: string) => void
}

/** Asks where to, and sets it up. */
export function SetUp({ location, onCancel, onDone }: SetUpProps) {
  const { t } = useTranslation(['system', 'common'])
  const [kind, setKind] = useState<Kind>('folder')
  const isPath = !location.includes('://')
  const [fields, setFields] = useState<Fields>({ ...nothing, folder: isPath ? location : '' })
  const setUp = useAction('backups.set_destination', ['backups.destination'])
  const { run, dialog } = useStepUp()
  const refused = setUp.error !== null && !wantsPassword(setUp.error)
  const change = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        run(async () => onDone((await setUp.mutateAsync(destinationOf(kind, fields))).words))
      }}
    >
      <Stack>
        <Text>{t('destination.set_up_text')}</Text>
        {location !== '' && <Alert color="yellow">{t('destination.again')}</Alert>}
        {refused && <FailureAlert error={setUp.error} />}
        <Radio.Group
          label={t('destination.kind')}
          value={kind}
          onChange={(chosen) => setKind(kinds.find((one) => one === chosen) ?? 'folder')}
        >
          <Group mt="xs">
            {kinds.map((one) => (
              <Radio key={one} value={one} label={t(`destination.kind_${one}`)} />
            ))}
          </Group>
        </Radio.Group>
        {kind === 'folder' ? (
          <TextInput
            label={t('destination.folder')}
            description={t('destination.folder_text')}
            required
            maxLength={4096}
            value={fields.folder}
            onChange={(event) => change({ folder: event.currentTarget.value })}
          />
        ) : (
          <Server kind={kind} fields={fields} onChange={change} />
        )}
        <Group justify="flex-end">
          <Button variant="default" mih={40} onClick={onCancel}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" mih={40} loading={setUp.isPending}>
            {t('destination.set_up')}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  )
}

interface ServerProps {
  readonly kind: Exclude<Kind, 'folder'>
  readonly fields: Fields
  readonly onChange: (changed: Partial<Fields>) => void
}

/** Asks for a server, and what it is told of who wants to write there. */
function Server({ kind, fields, onChange }: ServerProps) {
  const { t } = useTranslation('system')
  return (
    <>
      <TextInput
        label={t('destination.address')}
        description={t(`destination.address_${kind}_text`)}
        required
        maxLength={2000}
        value={fields.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
      {kind === 's3' && (
        <>
          <TextInput
            label={t('destination.bucket')}
            description={t('destination.bucket_text')}
            required
            maxLength={1000}
            value={fields.bucket}
            onChange={(event) => onChange({ bucket: event.currentTarget.value })}
          />
          <TextInput
            label={t('destination.region')}
            description={t('destination.region_text')}
            maxLength={100}
            value={fields.region}
            onChange={(event) => onChange({ region: event.currentTarget.value })}
          />
        </>
      )}
      <TextInput
        label={t(`destination.user_${kind}`)}
        required={kind === 's3'}
        maxLength={200}
        autoComplete="off"
        value={fields.user}
        onChange={(event) => onChange({ user: event.currentTarget.value })}
      />
      <PasswordInput
        label={t(`destination.password_${kind}`)}
        required={fields.user !== ''}
        maxLength={1000}
        autoComplete="off"
        value={fields.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
    </>
  )
}

/** The words, the one time that they can be seen: to write down, to scan, to print. */
export function Words({ words, onClose }: { readonly words: string; readonly onClose: () => void }) {
  const { t } = useTranslation(['system', 'common'])
  return (
    <Stack>
      <Text>{t('destination.words_text')}</Text>
      <Text
        component="p"
        m={0}
        ff="monospace"
        fw={600}
        role="group"
        aria-label={t('destination.words_title')}
      >
        {words}
      </Text>
      <Center>
        <QrCode value={words} title={t('destination.words_qr')} />
      </Center>
      <Alert color="yellow">{t('destination.words_once')}</Alert>
      <Group justify="flex-end">
        <Button variant="default" mih={40} onClick={() => globalThis.print()}>
          {t('destination.print')}
        </Button>
        <Copy value={words} label={t('destination.copy')} />
        <Button mih={40} onClick={onClose}>
          {t('destination.written_down')}
        </Button>
      </Group>
    </Stack>
  )
}
