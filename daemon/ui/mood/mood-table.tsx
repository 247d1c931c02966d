import { ScrollArea, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { clock } from '../../client/clock.ts'
import { wordOf } from './known-words.ts'
import { axes, type Point } from './points.ts'
import type { Range } from './range.ts'

interface Props {
  readonly points: readonly Point[]
  readonly range: Range
}

const formats: Readonly<Record<Range, Intl.DateTimeFormatOptions>> = {
  today: { ...clock, timeStyle: 'short' },
  week: { ...clock, weekday: 'short', hour: '2-digit', minute: '2-digit' },
  month: { dateStyle: 'medium' },
}

/** How the mood went, in words and numbers, newest first. */
export function MoodTable({ points, range }: Props) {
  const { t, i18n } = useTranslation(['mood', 'emotions'])
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
  const moment = new Intl.DateTimeFormat(i18n.language, formats[range])
  return (
    <ScrollArea.Autosize
      mah={420}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('time.title') }}
    >
      <Table stickyHeader tabularNums>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('time.when')}</Table.Th>
            <Table.Th scope="col">{t('time.mood')}</Table.Th>
            <Table.Th scope="col">{t('time.why')}</Table.Th>
            {axes.map((axis) => (
              <Table.Th key={axis} scope="col" visibleFrom="sm">
                {t(`axis.${axis}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map(({ at, felt, ...point }) => (
            <Table.Tr key={at}>
              <Table.Td>{moment.format(at)}</Table.Td>
              <Table.Td>{felt && t(`emotions:${felt.emotion}`)}</Table.Td>
              <Table.Td>{felt && wordOf(felt.cause, t)}</Table.Td>
              {axes.map((axis) => (
                <Table.Td key={axis} visibleFrom="sm">
                  {number.format(point[axis])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
