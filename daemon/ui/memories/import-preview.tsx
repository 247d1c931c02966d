import { Alert, Button, Card, Code, Group, List, Select, Stack, Switch, Text } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import, ImportOptions, Preview } from '../../client/import-file.ts'
import { useOperation } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { FailureAlert } from '../parts/feedback.tsx'
import { Loading } from '../parts/loaded.tsx'

type Format = Preview['format']

interface Props {
  readonly draft: Import
  readonly starting: boolean
  readonly onStart: (draft: Import, options: ImportOptions) => void
  readonly onBack: () => void
}

/** How many of what is in a file, and of what is left out, are shown. */
const few = 5

/** All that can be read, the services first. */
const formats: readonly Format[] = [
  'chatgpt',
  'claude',
  'mem0',
  'letta',
  'mcp_memory',
  'openai',
  'companion',
  'archive',
  'markdown',
  'csv',
  'text',
]

/** What a file holds, before any of it is stored, and how it is to be read. */
export function ImportPreview({ draft, starting, onStart, onBack }: Props) {
  const { t } = useTranslation(['memories', 'common'])
  const [format, setFormat] = useState<Format | null>(null)
  const [all, setAll] = useState(false)
  const [isPrivate, setIsPrivate] = useState(false)
  const reading = { ...(format && { format }), roles: all ? ('all' as const) : ('own' as const) }
  const { data, error } = useOperation(
    'imports.preview',
    { id: draft.import_uuid, ...reading },
    { keep: true },
  )
  const preview = error ? undefined : data
  const options = { ...reading, ...(isPrivate && { visibility: 'private' as const }) }
  return (
    <Stack>
      <Select
        label={t('import.format')}
        data={formats.map((value) => ({ value, label: t(`import.format_${value}`) }))}
        value={format ?? preview?.format ?? null}
        allowDeselect={false}
        onChange={(value) => setFormat(formats.find((one) => one === value) ?? null)}
      />
      {error && <FailureAlert error={error} />}
      {!error && !preview && <Loading lines={2} />}
      {preview && (preview.archive ? <Archive archive={preview.archive} /> : <Found preview={preview} />)}
      {preview && preview.by_assistants > 0 && (
        <Switch
          label={t('import.assistants', { count: preview.by_assistants })}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      {preview && preview.household > 0 && (
        <Switch
          label={t('import.keep_private', { count: preview.household })}
          checked={isPrivate}
          onChange={(event) => setIsPrivate(event.currentTarget.checked)}
        />
      )}
      {preview && preview.skipped_total > 0 && <LeftOut preview={preview} />}
      <Group justify="flex-end">
        <Button variant="default" disabled={starting} onClick={onBack}>
          {t('common:action.back')}
        </Button>
        <Button
          data-autofocus
          disabled={!preview || (preview.memories === 0 && !preview.archive)}
          loading={starting}
          onClick={() => onStart(draft, options)}
        >
          {preview?.archive && t('import.start_archive')}
          {preview && !preview.archive && t('import.start', { count: preview.memories })}
          {!preview && t('import.title')}
        </Button>
      </Group>
    </Stack>
  )
}

/** How many memories there are, of when, and the first of them. */
function Found({ preview: { memories, conversations, from, to, sample } }: { readonly preview: Preview }) {
  const { t, i18n } = useTranslation('memories')
  if (memories === 0)
    return <Empty icon={IconFileOff} title={t('import.nothing')} text={t('import.nothing_text')} />
  const day = (moment: string) => new Date(moment).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
  const shown = sample.slice(0, few)
  const [first, last] = [from ?? '', to ?? ''].map((moment) => moment && day(moment))
  const told = first === last ? first : t('import.told', { from: first, to: last })
  return (
    <>
      <div>
        <Text fw={600}>{t('import.count', { count: memories })}</Text>
        <Text size="sm" c="dimmed">
          {[conversations > 0 && t('import.conversations', { count: conversations }), told]
            .filter((part) => typeof part === 'string' && part !== '')
            .join(' · ')}
        </Text>
      </div>
      <Card padding="sm">
        <List size="sm" spacing={4} listStyleType="none">
          {shown.map(({ content, speaker }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two of a file may be the same
            <List.Item key={at}>
              <Text size="sm" lineClamp={2}>
                {speaker === null ? content : `${speaker}: ${content}`}
              </Text>
            </List.Item>
          ))}
        </List>
        {memories > shown.length && (
          <Text size="sm" c="dimmed" mt={4}>
            {t('import.others', { count: memories - shown.length })}
          </Text>
        )}
      </Card>
    </>
  )
}

/** The types of an archive's lines that are brought back. */
const types = [
  'memory',
  'conversation',
  'message',
  'goal',
  'preferences',
  'personality',
  'personality_snapshot',
] as const

/** Whose everything it is, and how much of what is brought back. */
function Archive({ archive }: { readonly archive: NonNullable<Preview['archive']> }) {
  const { t, i18n } = useTranslation('memories')
  const { full_name, made_at, taken, left_out } = archive
  const day = new Date(made_at).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
  const left = Object.values(left_out).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <Text fw={600}>{t('import.archive', { name: full_name, day })}</Text>
      <Card padding="sm">
        <List size="sm" spacing={4} listStyleType="none">
          {types.map(
            (type) =>
              taken[type] !== undefined && (
                <List.Item key={type}>
                  {t(`import.type_${type}`)}: {taken[type]}
                </List.Item>
              ),
          )}
        </List>
      </Card>
      <Text size="sm" c="dimmed">
        {t('import.archive_changes')} {left > 0 && t('import.archive_left', { count: left })}
      </Text>
    </>
  )
}

/** What of a file is no memory, and why. */
function LeftOut({ preview: { skipped, skipped_total } }: { readonly preview: Preview }) {
  const { t } = useTranslation('memories')
  return (
    <Alert color="yellow" variant="light" title={t('import.skipped', { count: skipped_total })}>
      <List size="sm">
        {skipped.slice(0, few).map(({ place, reason }) => (
          <List.Item key={place}>
            <Code>{place}</Code> {t(`import.skipped_${reason}`)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
