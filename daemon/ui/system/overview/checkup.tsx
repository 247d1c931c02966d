import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { read } from '../../api/operations.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../panel.tsx'
import { StateIcon, StateMark } from '../state-mark.tsx'
import classes from '../system.module.css'
import { CopyValue } from './addresses.tsx'

type Result = OutputOf<'gateway.checkup'>
type Finding = Result['findings'][number]

const states = { ok: 'ok', warning: 'degraded', problem: 'down' } as const
/** What is told of first. */
const order: readonly Finding['level'][] = ['problem', 'warning', 'ok']

/** A look at everything that the companion stands on, with what mends each thing that is not well. */
export function Checkup() {
  const { t, i18n } = useTranslation('system')
  const language = i18n.language.startsWith('de') ? 'de' : 'en'
  // It reads the whole database: again only when somebody wants it.
  const checkup = useQuery({
    queryKey: ['gateway.checkup', { language }],
    queryFn: ({ signal }) => read('gateway.checkup', { language }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Panel
      title={t('checkup.title')}
      text={t('checkup.text')}
      actions={
        <Button variant="default" loading={checkup.isFetching} onClick={() => void checkup.refetch()}>
          {t('checkup.again')}
        </Button>
      }
    >
      <Loaded of={checkup}>
        {(result) => (
          <Stack>
            <Whole of={result} />
            <ul className={classes['rows']} aria-label={t('checkup.title')}>
              {order.flatMap((level) =>
                result.findings
                  .filter((one) => one.level === level)
                  .map((one) => <Row key={`${one.check} ${one.finding}`} finding={one} />),
              )}
            </ul>
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}

/** How all of it is, in words. */
function Whole({ of: { problems, warnings } }: { readonly of: Result }) {
  const { t } = useTranslation('system')
  const state = problems > 0 ? 'down' : warnings > 0 ? 'degraded' : 'ok'
  const counted = [
    ...(problems > 0 ? [t('checkup.problems', { count: problems })] : []),
    ...(warnings > 0 ? [t('checkup.warnings', { count: warnings })] : []),
  ]
  return (
    <div role="status">
      <StateMark state={state}>{counted.join(' ') || t('checkup.well')}</StateMark>
    </div>
  )
}

/** One finding, with what mends it. */
function Row({ finding: { title, level, text, command, section } }: { readonly finding: Finding }) {
  const { t } = useTranslation('system')
  const mends = level !== 'ok'
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <StateIcon state={states[level]} />
      <Stack gap={4} miw={0}>
        <Text fw={600}>
          {title}: {t(`checkup.level_${level}`)}
        </Text>
        <Text size="sm" c="dimmed" className={classes['wrap'] ?? ''}>
          {text}
        </Text>
        {mends && command !== null && (
          <Group gap={6}>
            <Text size="sm">{t('checkup.in_terminal')}</Text>
            <CopyValue value={command} />
          </Group>
        )}
        {mends && section !== null && (
          <Anchor size="sm" href={`#/system?section=${section}`}>
            {t('checkup.open', { section: t(`section.${section}`) })}
          </Anchor>
        )}
      </Stack>
    </Group>
  )
}
