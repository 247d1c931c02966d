import { Code, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { millisecondsText, numberText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'
import { useTraffic } from './traffic-provider.tsx'
import { slowest } from './traffic.ts'

/** How many of them are shown. */
const maxOperations = 10

/** The operations that take longest. */
export function SlowestOperations() {
  const { t, i18n } = useTranslation('system')
  const { stats } = useTraffic()
  const ms = (value: number) => millisecondsText(value, i18n.language)
  return (
    <Panel title={t('slowest.title')} text={t('slowest.text')}>
      <LiveLoaded of={stats}>
        {({ operations }) =>
          operations.length === 0 ? (
            <Text c="dimmed">{t('slowest.none')}</Text>
          ) : (
            <Table.ScrollContainer
              minWidth={560}
              type="native"
              tabIndex={0}
              aria-label={t('slowest.title')}
              role="region"
            >
              <Table className={classes['numbers'] ?? ''} highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    {(['operation', 'count', 'errors', 'p50', 'p95', 'p99', 'max'] as const).map((column) => (
                      <Table.Th key={column}>{t(`slowest.${column}`)}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {slowest(operations, maxOperations).map((one) => (
                    <Table.Tr key={`${one.operation} ${one.protocol}`}>
                      <Table.Td>
                        <Code>{one.operation}</Code>{' '}
                        <Text span size="xs" c="dimmed">
                          {t(`protocol.${one.protocol}`)}
                        </Text>
                      </Table.Td>
                      <Table.Td>{numberText(one.count, i18n.language)}</Table.Td>
                      <Table.Td>{numberText(one.errors, i18n.language)}</Table.Td>
                      <Table.Td>{ms(one.p50_ms)}</Table.Td>
                      <Table.Td>{ms(one.p95_ms)}</Table.Td>
                      <Table.Td>{ms(one.p99_ms)}</Table.Td>
                      <Table.Td>{ms(one.max_ms)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </LiveLoaded>
    </Panel>
  )
}
